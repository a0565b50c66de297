/** Who works for a run, and where its time goes. */
import type { ActorsView, DeviceRow, LinkRow } from '../../contract/actors.ts'
import { element, fillWith } from '../dom/element.ts'
import { formatted, shortNumber } from '../dom/formats.ts'
import { cell, numberCell, numberTitle, row, scrolled, table, title } from '../dom/table.ts'
import { saveFrom } from '../dom/save.ts'
import { addressOf, ask, asking } from '../state/ask.ts'
import type { Store } from '../state/store.ts'
import { gantt } from './gantt.ts'
import type { Panel } from '../state/panel.ts'
import { runChoice } from './runs/run-choice.ts'

export function actorsPanel(store: Store): Panel {
  const choice = runChoice(store)
  const body = element('div')
  const question = asking<ActorsView | null>(found =>
    fillWith(body, found === null ? element('p.note', 'No run.') : shown(found, body.clientWidth)),
  )
  const trace = element(
    'button',
    { type: 'button', title: 'for Perfetto and chrome://tracing', on: { click: () => saveTrace() } },
    'Chrome trace',
  )
  const saveTrace = (): void => {
    const run = store.run()
    if (run !== null) saveFrom(addressOf('trace.json', { run: run.id }), `${run.id}-trace.json`)
  }
  return {
    element: element('section', element('h2', 'Actors and device'), element('div.bar', choice.element, trace), body),
    update: async () => {
      choice.update()
      const run = store.run()
      const { iteration } = store.view()
      const key = JSON.stringify(run && [run.id, run.made, run.state, iteration, body.clientWidth])
      await question(key, async signal => run && ask('actors', { run: run.id, iteration, count: 8 }, signal))
    },
  }
}

function shown(view: ActorsView, width: number): readonly HTMLElement[] {
  const { process, events, from, to, device, deviceShare, isTimed, links } = view
  const deaths = view.lives.reduce((sum, life) => sum + life.deaths, 0)
  return [
    element(
      'p',
      process === null ? 'This run is not active.' : `Process ${process.pid} on ${process.host} works for the run. `,
      deathsText(deaths),
    ),
    ...(view.lives.length === 0 ? [] : [lifeTable(view)]),
    element('h3', 'Device'),
    element(
      'p.note',
      to === null
        ? 'No iteration yet.'
        : `Iterations ${from ?? to} to ${to}. ${isTimed ? timed : untimed}${deviceShare === null ? '' : ` The device worked ${formatted(deviceShare, 'percent')} of the last one.`}`,
    ),
    gantt(view, width),
    deviceTable(device),
    ...(links.length === 0 ? [] : [element('h3', 'Links'), element('p.note', ofLinks), linkTable(links)]),
    ...(events.length === 0 ? [] : [element('h3', 'Deaths and restarts'), eventTable(view)]),
  ]
}

function deathsText(deaths: number): string {
  if (deaths === 0) return ' No actor has died.'
  return deaths === 1 ? ' One actor has died.' : ` Actors have died ${deaths} times.`
}

const timed = 'Calls of a verb that follow each other closely are drawn as one. Work before a resume is drawn first.'
const untimed =
  'This run kept how long each part of an iteration and each verb of the device took, and not when it began: they are laid one after the other from the beginning of the iteration, in the order of the loop.'
const ofLinks =
  'Every half second the run looks how many messages wait at a sender because its link has no credits left, and how many credits it has: messages that may be under way before the receiver takes one.'

function lifeTable({ lives }: ActorsView): HTMLElement {
  const isElsewhere = lives.some(({ machines }) => machines !== '')
  return scrolled(
    table({
      titles: [
        ...['Actor', 'State', ...(isElsewhere ? ['Machine'] : [])].map(text => title(text)),
        numberTitle('Deaths'),
        title('Last death'),
      ],
      rows: lives.map(({ actor, state, machines, deaths, lastDeath }) =>
        row(actor, [
          cell(state),
          ...(isElsewhere ? [cell(machines === '' ? 'here' : machines)] : []),
          numberCell(shortNumber(deaths, 4)),
          cell(lastDeath),
        ]),
      ),
    }),
  )
}

function linkTable(rows: readonly LinkRow[]): HTMLElement {
  return scrolled(
    table({
      titles: [title('link'), ...['waiting, most', 'credits, fewest', 'looked at'].map(numberTitle)],
      rows: rows.map(({ link, looks, maxWaiting, minCredits }) =>
        row(
          link,
          [maxWaiting, minCredits, looks].map(count => numberCell(shortNumber(count, 4))),
        ),
      ),
    }),
  )
}

function deviceTable(rows: readonly DeviceRow[]): HTMLElement {
  const numbers = ['time', 'calls', 'requests', 'sequences', 'tokens', 'waited, mean', 'waited, 95 %']
  return scrolled(
    table({
      titles: [title('verb'), title('model'), ...numbers.map(numberTitle)],
      rows: rows.map(({ verb, model, ms, calls, requests, sequences, tokens, queueMeanMs, queueP95Ms }) =>
        row(verb, [
          cell(model),
          numberCell(formatted(ms, 'milliseconds')),
          ...[calls, requests, sequences, tokens].map(count => numberCell(shortNumber(count, 4))),
          ...[queueMeanMs, queueP95Ms].map(waited => numberCell(formatted(waited, 'milliseconds'))),
        ]),
      ),
    }),
  )
}

const eventTable = ({ events }: ActorsView): HTMLElement =>
  scrolled(
    table({
      titles: ['Actor', 'After iteration', 'What', 'Why'].map(text => title(text)),
      rows: events
        .toReversed()
        .map(({ actor, iteration, kind, text }) => row(actor, [cell(iteration), cell(kind), cell(text)])),
    }),
  )
