/** The questions of this world to language models that read prose. */
import type { WorldPrompts } from '../../src/contracts/worlds/prompts.ts'
import type { ActionDialect } from './expert/move.ts'

export const deskPrompts = (dialect: ActionDialect): WorldPrompts => ({
  actor: {
    action: 'line',
    instructions: `You use a computer with five applications: mail, files, calendar, settings and contacts. The task says what is to be done. You read the screen as text, a line for each element with its number in brackets; after an action you read what has changed. ValueError, NameError, TypeError, TimeoutError and Error mean that the action was not possible.

These are the actions. N is the number of an element${dialect === 'names' ? ', or its name' : ''}.
${actions[dialect]}

A dialog covers everything else until it is confirmed or cancelled. What is out of sight in a long list is reached by scrolling, and what is in a menu by opening it.

Each time, first think about what the screen shows and what to do next, in one or two sentences. Then give one action. Write just these two lines:
Thought: what you think
Action: the action`,
  },
  observer: {
    instructions: `You judge the steps of somebody who uses a computer: mail, files, calendar, settings and contacts. You read the task, then each action with what the screen showed afterwards.

A step is good if it brings the task nearer to its end: it opens the application, the page, the menu or the form that is needed, writes what the task says where it belongs, or confirms it. A step is bad if it was answered by an error, leads away, repeats what was done, or changes what the task does not ask for.`,
    question: `Judge the last action alone. First give your reason in one sentence, then the final score: 1 if the action was good, -1 if it was bad. Answer with one JSON object and nothing else:
{"reason": "one sentence", "score": 1 or -1}`,
  },
  critic: `You read what a judge said of the actions of somebody who uses a computer, in several attempts at one task. Lines marked ✗ are actions that all votes called bad. Say in at most three sentences what goes wrong again and again, and what in the task makes it hard or easy. Name applications, pages and controls as they are named there.`,
  proposer: `You make tasks for somebody who uses a computer with five applications: mail, files, calendar, settings and contacts. You are given the present task, what is on the computer, how often the task succeeds, and what goes wrong. Propose a changed task on the same computer, harder or easier as you are asked.

A task is a list of one to seven goals, and a hint. Each goal is one object; these are their kinds:
{"kind": "set", "setting": "Wi-Fi", "value": "on"}
{"kind": "send", "to": "Ann", "subject": "Lunch", "text": "any"}: the text is "any", "phone of" a contact or "code in" a mail, which then has to be looked up
{"kind": "archive", "mail": "Lunch of Ann"}, and so "delete" and "star"
{"kind": "move", "file": "Report", "folder": "Work"}
{"kind": "rename", "file": "Report", "name": "Notes"}
{"kind": "erase", "file": "Report"}
{"kind": "schedule", "title": "Dentist", "day": "14", "hour": "10:00"}
{"kind": "postpone", "event": "Dentist", "day": "15"}
{"kind": "enter", "name": "Emma", "phone": "510"}: a new contact; the phone is a number or "code in" a mail
{"kind": "update", "contact": "Emma", "field": "city", "value": "Rome"}: the field is "phone" or "city"

The hint says how much of the way is told: 0 nothing, 1 the application, 2 the screen, 3 the control. More goals, goals in different applications, numbers that have to be looked up and a lower hint make a task harder; fewer goals, goals that are near to each other and a higher hint make it easier. You may also take one of the other goals that were made for this computer. Each goal must be about something else than the others, must not hold already, and must be possible: what it names must be there, and a new name must not be there yet.

Answer with one JSON object and nothing else:
{"goals": [{"kind": "..."}], "hint": 0}`,
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
