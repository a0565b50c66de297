/**
 * How fast are we beside programs that people know: TRL, PEFT, CTranslate2, llama.cpp, Hugging Face's generate, PyTorch, Gymnasium,
 * Stable-Baselines3, Ray, TextWorld, and a process of python3 for each program? Writes the page of it.
 * Usage: npm run bench:peers -- --help
 */
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { format } from 'oxfmt'
import { reasonOf } from '../../src/contracts/failure.ts'
import { NotPrepared, type Comparison, type Environments, type PeerWork } from './comparison.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
import { benchmarksPage, type PagePart } from './page.ts'
import { alfworld } from './alfworld.ts'
import { cartPole } from './cart-pole.ts'
import { critics } from './critics.ts'
import { ctranslate2, transformers } from './generation.ts'
import { adapterGrpo, grpo } from './grpo.ts'
import { llamaCpp } from './llama-cpp.ts'
import { programs } from './programs.ts'
import { pytorch } from './pytorch.ts'
import { ray } from './ray.ts'
import { sac } from './sac.ts'
import { benchmark, named, numeric } from '../command-line.ts'
import { inTurn } from '../engine/in-turn.ts'
import { machine } from '../machine.ts'
import { spread } from '../table.ts'

/** Those that take longest come last: a run that is broken off has most of them. */
const works: Readonly<Record<string, PeerWork>> = {
  programs,
  'cart-pole': cartPole,
  ctranslate2,
  ray,
  alfworld,
  trl: grpo,
  sac,
  critics,
  pytorch,
  transformers,
  'llama.cpp': llamaCpp,
  'trl-adapter': adapterGrpo,
}

const { environments, model, gguf, rounds, seconds, peers, page } = benchmark(
  'npm run bench:peers --',
  'How fast are we beside programs that people know, in the same minutes? Writes the page of it.',
)
  .requiredOption('--environments <folder>', 'what scripts/prepare-bench-peers.sh has made')
  .option('--model <folder>', "language model with an adapter, in Hugging Face's and PEFT's layout")
  .option('--gguf <file>', 'the same model with weights of 4 bits')
  .addOption(numeric('--rounds <n>', 'of which the median is given', { least: 1, whole: true, usual: 5 }))
  .addOption(numeric('--seconds <s>', 'of each measurement of a round', { usual: 2 }))
  .addOption(named('--peers <list>', 'to compare with', { names: Object.keys(works) }))
  .option('--page <file>', 'where the page is written', 'docs/benchmarks.md')
  .parse()
  .opts<{
    environments: string
    model?: string
    gguf?: string
    rounds: number
    seconds: number
    peers: readonly string[]
    page: string
  }>()

const places: Environments = {
  python: join(environments, 'peers', 'bin', 'python'),
  alfworld: join(environments, 'alfworld', 'bin', 'python'),
  model: model ?? null,
  gguf: gguf ?? null,
}
const where = await machine()
console.log(`${where} ${rounds} rounds of ${seconds} s, in turn.`)
const unmeasured = ({ title, caveat }: PeerWork, reason: string): PagePart => ({
  ...{ title, caveat, versions: {}, outcomes: [] },
  skipped: [reason],
})
const parts = new Map(
  Object.entries(works).map(([name, work]) => [
    name,
    unmeasured(work, peers.includes(name) ? 'the run ended before it.' : 'left out by `--peers`.'),
  ]),
)
for (const [name, work] of Object.entries(works).filter(([name]) => peers.includes(name))) {
  /* After each comparison, so that a run that is broken off leaves what it has measured. */
  const tell = async (part: PagePart): Promise<void> => {
    parts.set(name, part)
    await writePage()
  }
  await tell(await measured(work, tell))
}
console.log(`written: ${page}`)

async function writePage(): Promise<void> {
  const load = loadavg()[0]?.toFixed(1) ?? 'unknown'
  const text = benchmarksPage({
    machine: `${where.replace(/\.$/, '')}, ${load} after.`,
    rounds,
    seconds,
    parts: [...parts.values()],
  })
  await writeFile(page, (await format('page.md', text)).code)
}

async function measured(work: PeerWork, tell: (part: PagePart) => Promise<void>): Promise<PagePart> {
  const { title, caveat, open } = work
  try {
    const { versions, comparisons, close } = await open(places)
    const outcomes: Outcome[] = []
    const skipped: string[] = []
    try {
      for (const comparison of comparisons) {
        const outcome = await compared(comparison)
        if (outcome === null) skipped.push(`${comparison.peer} has failed at this: ${comparison.work}.`)
        else outcomes.push(outcome)
        await tell({ title, caveat, versions, outcomes, skipped })
      }
    } finally {
      await close()
    }
    return { title, caveat, versions, outcomes, skipped }
  } catch (error) {
    if (!(error instanceof NotPrepared)) throw error
    console.error(`SKIPPED: ${title} is not prepared: ${reasonOf(error)}`)
    return unmeasured(work, `not prepared here: ${reasonOf(error)}.`)
  }
}

/** `null` where one of the sides has failed, which is said. */
async function compared(comparison: Comparison): Promise<Outcome | null> {
  const { ours, theirs, work, peer } = comparison
  const found = await inTurn({ ours: ours.measure, [peer]: theirs.measure }, { rounds, seconds })
  const [own, other] = [found.get('ours'), found.get(peer)]
  if (own === undefined || other === undefined) return null
  const outcome = outcomeOf(comparison, { ours: own, theirs: other })
  console.log(`${peer}, ${work}: processor ${spread(outcome.processor)}, clock ${spread(outcome.clock)}`)
  return outcome
}
