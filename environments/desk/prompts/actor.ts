import type { ActorPrompt } from '../../../src/contracts/worlds/prompts.ts'
import type { ActionDialect } from '../expert/move.ts'

/** For the model that uses the desk: actions on the elements of the screen. */
export const deskActor = (dialect: ActionDialect): ActorPrompt => ({
  action: 'line',
  instructions: `You use a computer with five applications: mail, files, calendar, settings and contacts. The task says what is to be done. You read the screen as text, a line for each element with its number in brackets; after an action you read what has changed. ValueError, NameError, TypeError, TimeoutError and Error mean that the action was not possible.

These are the actions. N is the number of an element${dialect === 'names' ? ', or its name' : ''}.
${actions[dialect]}

A dialog covers everything else until it is confirmed or cancelled. What is out of sight in a long list is reached by scrolling, and what is in a menu by opening it.

Each time, first think about what the screen shows and what to do next, in one or two sentences. Then give one action. Write just these two lines:
Thought: what you think
Action: the action`,
})

const actions: Readonly<Record<ActionDialect, string>> = {
  calls: `click('N')
fill('N', 'text')
select_option('N', 'option')
press('N', 'Enter')
scroll(0, 200)
noop()`,
  words: `click N
fill N text
select_option N option
press N Enter
scroll 0 200
noop`,
  names: `click NAME
fill NAME text
select_option NAME option
press NAME Enter
scroll 0 200
noop`,
}
