"""What Espadas says when it refuses: one Portuguese sentence for each code."""

from __future__ import annotations

from typing import Final

from cards.game import IllegalAction
from cards.words import SUIT_WORDS

SENTENCES: Final = {
    "finished": "Esta partida já terminou.",
    "no_such_seat": "Este lugar não existe nesta mesa.",
    "not_your_turn": "Ainda não é a sua vez.",
    "bad_bid": "Aposte de 1 a 13 mãos, ou Nil.",
    "not_in_hand": "Esta carta não está na sua mão.",
    "spades_not_broken": "As espadas ainda não foram quebradas.",
    "renege_prevented": "Nesta mesa a renúncia é impedida: não há o que acusar.",
    "not_an_adversary": "Só um adversário pode ser acusado.",
    "no_card_yet": "Ainda não foi jogada nenhuma carta nesta rodada.",
    "not_awaited": "A mesa não está esperando a vez deste lugar.",
    "bad_reason": "Só se deixa a partida por desistência, saída ou ausência.",
    "bad_deck": "O baralho precisa das 52 cartas, uma de cada.",
}

_WRONG_PHASE: Final = {
    "deal": "Agora não é hora de dar as cartas.",
    "bid": "Agora não é hora de apostar.",
    "play": "Agora não é hora de jogar uma carta.",
    "next_round": "A rodada ainda não acabou.",
}

NOT_AN_ACTION: Final = "Isto não é um lance do Espadas."
TWO_CARDS_FIT: Final = "Mais de uma carta serve: diga a carta inteira."
NO_SUCH_GOAL: Final = "No Espadas a partida vai até 500 ou 250 pontos."
NO_SUCH_RENEGE: Final = "A renúncia só pode ser permitida ou impedida."
FOUR_PLAYERS: Final = "O Espadas é jogado por quatro pessoas."


def refused(code: str) -> IllegalAction:
    """The refusal of that code with its sentence."""
    return IllegalAction(code, SENTENCES[code])


def wrong_phase(action: str) -> IllegalAction:
    """The refusal of an action (by its `type`) that does not belong to this moment of the match."""
    return IllegalAction("wrong_phase", _WRONG_PHASE[action])


def must_follow(suit: str) -> IllegalAction:
    """The refusal of a card off suit while holding `suit`, the suit led (E8)."""
    return IllegalAction("must_follow", f"Siga o naipe: {SUIT_WORDS[suit]}.")
