"""The words of a notice: whose turn, who waits, what ended and why. Never a card, never a line of the chat. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from tables.notices.facts import Fact

if TYPE_CHECKING:
    from tables.state import TableState

_FIRST_STRONG, _POP = "\u2068", "\u2069"
_LATIN: Final = "\u024f"  # the last letter of extended Latin: what comes after may run from right to left
_NUMBERS: Final = {12: "Há 12 horas", 24: "Há um dia", 40: "Há 40 horas", 47: "Há 47 horas"}


class Notice(msgspec.Struct, frozen=True):
    """A title and a sentence or two, as plain text."""

    title: str
    body: str


def at_game(title: str) -> str:
    """At the game, by the ending of its first word: "no Espadas", "na Escopa de 15"."""
    return f"{'na' if title.split()[0].endswith('a') else 'no'} {title}"


def notice(table: TableState, fact: Fact, last: tuple[str, int] | None = None) -> Notice:
    """The fact in words for its player. `last`: the type and the seat of the match's last action, the deal apart."""
    game = at_game(table.rules.TITLE)
    if fact.kind == "turn":
        return Notice(f"Sua vez {game}", _joined(_happened(table, fact.seat, last), _waiting(table, fact.seat, last)))
    if fact.kind == "reminder":
        return Notice(f"Ainda é a sua vez {game}", _joined(f"{_NUMBERS[fact.hours]}.", _late(table, fact)))
    if fact.kind == "round":
        return Notice(f"Fim da rodada {game}", "Qualquer jogador pode tocar em PRÓXIMA RODADA.")
    if fact.kind == "decided":
        return Notice(f"Resultado {game}", "A rodada decidiu a partida: falta alguém encerrar.")
    if fact.kind == "over":
        return Notice(f"Fim de jogo {game}", _joined(_why(table), _outcome(table, fact.seat)))
    if fact.kind == "expired":
        outcome = _outcome(table, fact.seat)
        return Notice(f"A mesa expirou: {table.rules.TITLE}", _joined("Foram 7 dias sem jogadas.", outcome))
    if fact.kind == "rematch":
        wanting = [seat.name for seat in table.seats if seat.agreed]
        want = "quer" if len(wanting) == 1 else "querem"
        return Notice(f"Revanche {game}?", f"{_names(wanting)} {want} jogar de novo.")
    if fact.kind == "full":
        return Notice("A mesa está completa", f"{_name(table.seats[-1].name)} sentou: já dá para começar {game}.")
    if fact.kind == "claim":
        names = [seat.name for seat in table.seats if seat.claim is not None and fact.key == f"claim{seat.claim.id}"]
        return Notice(
            f"Pedido na mesa: {table.rules.TITLE}", f"Alguém diz que é {_names(names)} e pede o lugar de volta."
        )
    left = 7 - fact.hours // 24
    time = f"Faltam {left} dias" if left > 1 else "Falta 1 dia"
    last_words = "a mesa expira." if table.status == "waiting" else "a partida acaba sem vencedor."
    if table.status == "playing" and table.match.phase == "decided":
        last_words = "a partida acaba com este resultado."
    return Notice(f"Mesa parada: {table.rules.TITLE}", f"{time} para alguém jogar, ou {last_words}")


def call(title: str, waited_for: str) -> str:
    """The ready sentence for the group, without the link: "Beto, é a sua vez no Espadas!"."""
    game = at_game(title)
    return f"{waited_for}, é a sua vez {game}!" if waited_for else f"Nossa mesa {game} está esperando!"


def _happened(table: TableState, seat: int, last: tuple[str, int] | None) -> str:
    if last is None:
        return "A partida começou."
    kind, who = last
    if kind == "next_round":
        return "Começou a próxima rodada."
    waiting = _waiting_seats(table, seat)
    if who == seat:
        return ""
    return "" if waiting == [who] else f"{_name(table.seats[who].name)} jogou."


def _waiting(table: TableState, seat: int, last: tuple[str, int] | None) -> str:
    waiting = _waiting_seats(table, seat)
    if not waiting:
        return "A mesa espera por você."
    if len(waiting) > 1:
        return f"{len(waiting)} esperam por você."
    played = "jogou e " if last is not None and last[1] == waiting[0] and last[0] != "next_round" else ""
    return f"{_name(table.seats[waiting[0]].name)} {played}espera por você."


def _waiting_seats(table: TableState, seat: int) -> list[int]:
    """The other people: robots wait for nobody."""
    return [number for number, other in enumerate(table.seats) if number != seat and not other.robot]


def _late(table: TableState, fact: Fact) -> str:
    """From 40 hours on what the others may do soon, where there are such others (E19, X14)."""
    others = _waiting_seats(table, fact.seat)
    if fact.hours >= 40 and any(table.rules.may_end(table.match, other) for other in others):
        left = 48 - fact.hours
        return f"{'Falta 1 hora' if left == 1 else f'Faltam {left} horas'} para a mesa poder encerrar por ausência."
    return _waiting(table, fact.seat, None)


def _why(table: TableState) -> str:
    match = table.match
    accuser = getattr(match, "accuser", None)
    culprit = "" if match.culprit is None else _name(table.seats[match.culprit].name)
    if match.reason == "renege" and accuser is not None:
        return f"{_name(table.seats[accuser].name)} acusou {culprit} de renúncia, e houve renúncia."
    return {
        "false_accusation": f"{culprit} acusou uma renúncia que não houve.",
        "resigned": f"{culprit} desistiu.",
        "left": f"{culprit} saiu do jogo.",
        "absent": f"{culprit} passou mais de 48 horas sem jogar.",
    }.get(match.reason, "")


def _outcome(table: TableState, seat: int) -> str:
    if table.match is None:
        return "A partida não chegou a começar."
    if not table.match.winners:
        return "A partida acabou sem vencedor."
    if seat in table.match.winners:
        return "Você venceu!"
    winners = [table.seats[winner].name for winner in table.match.winners]
    return f"{_names(winners)} {'venceu' if len(winners) == 1 else 'venceram'}."


def _joined(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _names(names: list[str]) -> str:
    quoted = [_name(name) for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} e {quoted[-1]}"


def _name(name: str) -> str:
    """A name as people typed it, kept to itself where it may run from right to left."""
    return name if all(letter <= _LATIN for letter in name) else f"{_FIRST_STRONG}{name}{_POP}"
