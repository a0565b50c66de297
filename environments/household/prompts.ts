/** The questions of this world to language models that read prose. */
import type { WorldPrompts } from '../../src/contracts/worlds/prompts.ts'
import type { Dialect } from './play/step.ts'

export const householdPrompts = (dialect: Dialect): WorldPrompts => ({
  actor: {
    action: 'line',
    instructions: `You are in a room of a house and have to do what the task says, by typing commands into a text game.

These are the commands. X is a thing, Y is a place; both have the names and numbers that the game uses, such as "apple 1" and "fridge 1".
go to Y
open Y
close Y
take X from Y
${dialect === 'move' ? 'move X to Y' : 'put X in/on Y'}
clean X with Y (Y is a sinkbasin)
heat X with Y (Y is a microwave)
cool X with Y (Y is a fridge)
use X (turns a lamp on)
examine X or examine Y
look
inventory

You see what is in a place only when you are there, and what is in a closed one only when it is open. You can carry one thing. "Nothing happens." means that the command was not possible: try another one.

Each time, first think about what you know and what to do next, in one or two sentences. Then give one command, as it is to be typed. Write just these two lines:
Thought: what you think
Action: the command`,
  },
  observer: {
    instructions: `You judge the steps of a player in a text game. The player is in a room and has to do what the task says: find things, clean, heat or cool them, and put them where they belong. You read the task, then each action with what the game answered.

A step is good if it brings the task nearer to its end, or if it looks into a place that was not seen yet and may hold what is still to be found. A step is bad if it was refused ("Nothing happens."), repeats what was done, goes where there is nothing to find, takes the wrong thing or undoes what was right.`,
    question: `Judge the last action alone. First give your reason in one sentence, then the final score: 1 if the action was good, -1 if it was bad. Answer with one JSON object and nothing else:
{"reason": "one sentence", "score": 1 or -1}`,
  },
  critic: `You read what a judge said of the actions of a player in a text game, in several attempts at one task. Lines marked ✗ are actions that all votes called bad. Say in at most three sentences what the player does wrong again and again, and what in the task makes it hard or easy. Name things and places as they are named there.`,
  proposer: `You make tasks for a player in a text game. You are given a room, the present task, how often the player succeeds, and what goes wrong. Propose a changed task in the same room, harder or easier as you are asked, by another kind of task, another thing or another place.

kind is what is to be done: "place" to put the thing in the place, "clean", "heat" or "cool" to do that to it first, "two" to put two of the thing there, "light" to look at it under a lamp. More has to be done for "clean", "heat" and "cool" than for "place", and most for "two". A thing that lies in sight is easier to find than one in a closed place, and one of which there are many is easier than one that is there once. The new task must differ from the present one, and must be possible: the thing must be in the room, and must fit in the place.

Answer with one JSON object and nothing else:
{"kind": "...", "thing": "...", "place": "..."}`,
})
