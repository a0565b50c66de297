/** Goals in words, hints, and how many tokens all of it takes. */
import test from 'ava'
import { desk } from '../../../environments/desk/index.ts'
import type { HintLevel } from '../../../environments/desk/tasks/task.ts'
import type { Predicate } from '../../../environments/desk/tasks/predicate.ts'
import { describeTask } from '../../../environments/desk/wording/describe.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { loadTokenizer } from '../../../src/model/tokenizer/load-tokenizer.ts'
import { buildTokenizerJson } from '../../../src/model/tokenizer/tokenizer-json.ts'
import { smallDesk } from './small-desk.ts'

const goals: readonly (readonly [predicate: Predicate, said: string])[] = [
  [{ kind: 'set', setting: 'wifi', value: 'on' }, 'turn Wi-Fi on'],
  [{ kind: 'set', setting: 'volume', value: 'High' }, 'set Volume to High'],
  [{ kind: 'send', to: 'Ann', subject: 'Lease', text: '', source: null }, 'mail Ann about Lease'],
  [
    { kind: 'send', to: 'Ann', subject: 'Lease', text: '510', source: { kind: 'phone', contact: 0 } },
    'mail Ann about Lease with the phone of Carla',
  ],
  [{ kind: 'box', mail: 0, box: 'archive' }, 'archive the mail Lunch of Ann'],
  [{ kind: 'box', mail: 1, box: 'trash' }, 'delete the mail Lunch of Bob'],
  [{ kind: 'star', mail: 1 }, 'star the mail Lunch of Bob'],
  [{ kind: 'move', file: 0, folder: 'Taxes' }, 'move the file Report from Work to Taxes'],
  [{ kind: 'rename', file: 1, name: 'Map' }, 'rename the file Notes in Taxes to Map'],
  [{ kind: 'erase', file: 1 }, 'erase the file Notes in Taxes'],
  [{ kind: 'schedule', title: 'Yoga', day: '3', hour: '9:00' }, 'add the event Yoga on 3 at 9:00'],
  [{ kind: 'postpone', event: 0, day: '15' }, 'move the event Dentist to 15'],
  [{ kind: 'enter', name: 'Emma', phone: '533', source: null }, 'add the contact Emma with 533'],
  [
    { kind: 'enter', name: 'Emma', phone: '501', source: { kind: 'code', mail: 0 } },
    'add the contact Emma with the code in Lunch of Ann',
  ],
  [{ kind: 'update', contact: 1, field: 'city', value: 'Paris' }, 'change the city of David to Paris'],
]
for (const [predicate, said] of goals)
  test(`a goal in words: ${said}`, t => t.is(describeTask(smallDesk([predicate])), `Task: ${said}.`))

const hints: readonly (readonly [hint: HintLevel, said: string])[] = [
  [0, 'Task: star the mail Lunch of Bob; turn Wi-Fi on.'],
  [1, 'Task: star the mail Lunch of Bob (Mail); turn Wi-Fi on (Settings).'],
  [2, 'Task: star the mail Lunch of Bob (Mail, Bob Lunch); turn Wi-Fi on (Settings, Network).'],
  [3, 'Task: star the mail Lunch of Bob (Mail, Bob Lunch, Star); turn Wi-Fi on (Settings, Network, Wi-Fi).'],
]
for (const [hint, said] of hints)
  test(`a hint of level ${hint}`, t => {
    const predicates: readonly Predicate[] = [
      { kind: 'star', mail: 1 },
      { kind: 'set', setting: 'wifi', value: 'on' },
    ]
    t.is(describeTask(smallDesk(predicates, { hint })), said)
  })

/** Most tokens of an expert's episode, marks of action and end included. */
const budgets = { short: 110, middle: 230, long: 400 } as const

for (const [depth, budget] of Object.entries(budgets) as [keyof typeof budgets, number][])
  test(`the expert's episodes of the depth ${depth} take at most ${budget} tokens`, t => {
    const world = desk({ depths: [depth] })
    const tokenizer = loadTokenizer(buildTokenizerJson(world.language))
    const count = (text: string) => tokenizer.encode(text).length
    for (let seed = 0; seed < 15; seed += 1) {
      let { state, observation } = world.start(world.generate('seen', randomFrom(derive(rootKey(seed), depth))))
      let tokens = count(observation)
      for (let won = false; !won;) {
        const action = world.expert(state) ?? ''
        ;({ state, observation, won } = world.step(state, action))
        tokens += count(action) + count(observation) + 2
      }
      t.true(tokens <= budget, `${tokens} tokens`)
    }
  })
