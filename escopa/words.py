"""Why something is refused, in Portuguese: one sentence each, about what the player did and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cards.words import RANK_WORDS, card_short
from escopa.captures import VALUES

NOT_AN_ACTION: Final = "Isto não é uma jogada de Escopa de 15."
NO_SUCH_GOAL: Final = "Na Escopa de 15 a partida vai até 21 ou 31 pontos."
TWO_TO_FOUR: Final = "A Escopa de 15 é jogada por 2, 3 ou 4 pessoas."
NO_SUCH_SEAT: Final = "Este lugar não existe nesta mesa."
FINISHED: Final = "Esta partida já terminou."
NOT_YOUR_TURN: Final = "Ainda não é a sua vez."
NOT_DEALT: Final = "As cartas desta rodada ainda não foram dadas."
ROUND_IS_OVER: Final = "A rodada acabou: toque em PRÓXIMA RODADA para continuar."
ROUND_GOES_ON: Final = "A rodada ainda não acabou."
NOT_TIME_TO_DEAL: Final = "Não é hora de dar as cartas."
BAD_DECK: Final = "O baralho precisa das 40 cartas, uma de cada."
NO_LEFT_15: Final = "Não há um 15 deixado para você levar agora."
NOTHING_MARKED: Final = "Marque as cartas do 15 que quer levar."
NOT_AWAITED: Final = "A mesa não está esperando a vez deste lugar."
BAD_REASON: Final = "Uma partida só se deixa por desistência, saída ou ausência."
NOTHING_PLAYED: Final = "Nada foi jogado."
NOTHING_TAKEN: Final = "Nada foi levado."


def not_in_hand(card: object) -> str:
    """A card that the player does not hold."""
    return f"{_card(card)} não está na sua mão."


def not_on_table(card: object, outcome: str) -> str:
    """A card to be taken that does not lie on the table."""
    return f"{_card(card)} não está na mesa. {outcome}"


def in_own_hand(card: str, outcome: str) -> str:
    """A card to be taken that the player holds."""
    return f"{card_short(card)} está na sua mão, não na mesa. {outcome}"


def marked_twice(card: str, outcome: str) -> str:
    """The same card of the table named twice."""
    return f"{card_short(card)} foi marcada duas vezes. {outcome}"


def not_15(cards: Sequence[str], outcome: str) -> str:
    """Cards that do not sum 15: `7 + 4 = 11: não soma 15.`"""
    values = [VALUES[card] for card in cards]
    if len(values) == 1:
        return f"{values[0]} sozinho não soma 15. {outcome}"
    return f"{' + '.join(map(str, values))} = {sum(values)}: não soma 15. {outcome}"


def without_left(left: str) -> str:
    """A take of the left 15 without the card that was left."""
    return f"Esse 15 precisa da carta deixada, {card_short(left)}. {NOTHING_TAKEN}"


def nothing_makes_15(rank: str) -> str:
    """A card that was to take something and can take nothing."""
    return f"{RANK_WORDS.get(rank, rank).capitalize()} não faz 15 com a mesa. {NOTHING_PLAYED}"


def which_one(texts: Sequence[str]) -> str:
    """A shorthand that fits several moves, each given by its text."""
    return f"Há mais de uma jogada assim: {', '.join(texts)}."


def _card(card: object) -> str:
    return card_short(card) if isinstance(card, str) and card in VALUES else "Essa carta"
