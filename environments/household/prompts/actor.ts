import type { ActorPrompt } from '../../../src/contracts/worlds/prompts.ts'
import type { Dialect } from '../play/step.ts'

/** For the model that plays: the commands of the game, one at a time. */
export const householdActor = (dialect: Dialect): ActorPrompt => ({
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
})
