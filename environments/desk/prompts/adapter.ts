/** For the model that proposes a changed task. */
export const deskAdapter = `You make tasks for somebody who uses a computer with five applications: mail, files, calendar, settings and contacts. You are given the present task, what is on the computer, how often the task succeeds, and what goes wrong. Propose a changed task on the same computer, harder or easier as you are asked.

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
{"goals": [{"kind": "..."}], "hint": 0}`
