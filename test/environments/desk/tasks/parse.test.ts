/** Tasks from files are refused by the name of what is wrong. */
import test from 'ava'
import { parseDeskTask } from '../../../../environments/desk/tasks/parse.ts'
import type { DeskTask } from '../../../../environments/desk/tasks/task.ts'
import { smallDesk } from '../small-desk.ts'

const task = smallDesk([{ kind: 'move', file: 0, folder: 'Taxes' }])
const { data, arrangement } = task
const withData = (change: Partial<DeskTask['data']>): unknown => ({ ...task, data: { ...data, ...change } })
const asking = (predicate: unknown): unknown => ({ ...task, verifiers: [[predicate]] })

const refused: readonly (readonly [name: string, value: unknown, message: RegExp])[] = [
  ['no task', 'star', /^task: .*, got "star"$/],
  [
    'a name of no table',
    withData({ events: [{ id: 0, title: 'Nap', day: '1', hour: '9:00' }] }),
    /^task\.data\.events\[0\]\.title: .*got "Nap"$/,
  ],
  [
    'an arrangement that lacks an application',
    { ...task, arrangement: { ...arrangement, apps: ['mail'] } },
    /^task\.arrangement\.apps: must have each name once, got \["mail"\]$/,
  ],
  ['a verifier that is not there', { ...task, verifier: 1 }, /^task\.verifier: must be below 1, got 1$/],
  ['a verifier that asks for nothing', { ...task, verifiers: [[]] }, /^task\.verifiers\[0\]: /],
  [
    'an id twice',
    withData({ files: [...data.files, ...data.files] }),
    /^task\.data\.files: every id must be there once, got 0 twice$/,
  ],
  [
    'a file in no folder',
    withData({ folders: ['Taxes'] }),
    /^task\.data\.files: must be in one of the folders Taxes, got Work$/,
  ],
  [
    'a predicate about nothing',
    asking({ kind: 'erase', file: 7 }),
    /^task\.verifiers\[0\]\[0\]: must be about one of the files, got the id 7$/,
  ],
  [
    'a predicate to read nothing',
    asking({ kind: 'enter', name: 'Ann', phone: '501', source: { kind: 'code', mail: 9 } }),
    /must be about one of the mails, got the id 9$/,
  ],
  [
    'a text that its source does not have',
    asking({ kind: 'enter', name: 'Ann', phone: '529', source: { kind: 'code', mail: 0 } }),
    /^task\.verifiers\[0\]\[0\]\.phone: must be 5\d\d, as at its source, got 529$/,
  ],
  [
    'more predicates than can be planned for',
    { ...task, verifiers: [Array(8).fill({ kind: 'erase', file: 0 })] },
    /^task\.verifiers\[0\]: .*<=7 items/,
  ],
  [
    'a predicate for a folder that is not there',
    asking({ kind: 'move', file: 0, folder: 'Club' }),
    /folder: must be one of Work, Taxes, got Club$/,
  ],
  [
    'a predicate for a value that the setting lacks',
    asking({ kind: 'set', setting: 'wifi', value: 'High' }),
    /value: must be one of off, on, got High$/,
  ],
]
for (const [name, value, message] of refused)
  test(`a desk task is refused: ${name}`, t => {
    t.throws(() => parseDeskTask(value), { instanceOf: RangeError, message })
  })

test('a desk task is taken as it is', t => {
  t.deepEqual(parseDeskTask(JSON.parse(JSON.stringify(task))), task)
})
