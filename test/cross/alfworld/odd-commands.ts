import type { HouseholdTask } from '../../../environments/household/index.ts'
import { compiled } from '../../../environments/household/play/compile.ts'
import type { Random } from '../../../src/math/random.ts'

const nonsense = [
  'fly to the moon',
  '',
  'LOOK',
  'go to',
  'open',
  'take',
  'put',
  'look at',
  'inventory 1',
  'go',
  '"',
  '*',
]

/** A command that is not admissible, except for what stands around it, or is so only at another place. */
export function oddCommand(admissible: readonly string[], task: HouseholdTask, random: Random): string {
  const { receptacleNames, names } = compiled(task)
  const known = random.pick(admissible)
  const [place, thing] = [random.pick(receptacleNames), random.pick(names)]
  return random.pick([
    random.pick(nonsense),
    ` ${known}\t`,
    known.toUpperCase(),
    known.replace(' ', '  '),
    `${known}.`,
    known.slice(0, -1),
    known.replace(/\d+$/, '99'),
    `go to ${place}`,
    `open ${place}`,
    `close ${place}`,
    `examine ${place}`,
    `examine ${thing}`,
    `use ${thing}`,
    `take ${thing} from ${place}`,
    `move ${thing} to ${place}`,
    `put ${thing} in/on ${place}`,
    ...['clean', 'heat', 'cool', 'slice'].map(verb => `${verb} ${thing} with ${place}`),
  ])
}
