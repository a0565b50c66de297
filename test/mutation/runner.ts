/**
 * A test runner of Stryker's: imports the compiled tests of a room once and runs them in this process, mutant after mutant.
 * Stryker starts another process after a loop without end, and where a mutant changes how a module loads.
 * See https://stryker-mutator.io/docs/stryker-js/guides/create-a-plugin
 */
import { register } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { configureGlobal } from 'fast-check'
import { cases, type Case } from './ava.ts'
import { rooms, testsOf } from './rooms.ts'

/** The parts of Stryker's settings of a mutant's run that are read here. */
interface MutantRun {
  /** Ids of the tests that reach the mutant; without it, all of the room. */
  readonly testFilter?: readonly string[]
  /** Passes through the mutant after which a loop counts as endless. */
  readonly hitLimit?: number
  readonly activeMutant: { readonly id: string }
  readonly mutantActivation: 'runtime' | 'static'
}

/** Shared with the code that Stryker changed. */
interface Instrumented {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: unknown
}

interface Ran {
  readonly id: string
  readonly name: string
  readonly timeSpentMs: number
  /** Stryker's numbers for a test that passed, and one that failed. */
  readonly status: 0 | 1
  readonly failureMessage: string
}

class RoomRunner {
  /** What Stryker hands to the constructor. */
  static readonly inject = ['options'] as const

  readonly #shared: Instrumented = ((globalThis as { __stryker__?: Instrumented }).__stryker__ ??= {})
  readonly #spentMs = new Map<Case, number>()
  #loaded: Promise<void> | undefined
  #stray: unknown

  readonly #ignoreStatic: boolean

  constructor({ ignoreStatic }: { readonly ignoreStatic: boolean }) {
    this.#ignoreStatic = ignoreStatic
  }

  /**
   * Stryker wants an environment anew for each mutant that a module meets while it loads, as tests do that make their tasks
   * first. Here none is active then, unless those are tried too: nothing has to be loaded again, and no process to be
   * started.
   */
  capabilities = () => ({ reloadEnvironment: this.#ignoreStatic })

  init(): void {
    const alias = new URL('ava.js', import.meta.url).href
    const hook = `export const resolve = (name, context, next) =>
      name === 'ava' ? { url: '${alias}', shortCircuit: true } : next(name, context)`
    register(`data:text/javascript,${encodeURIComponent(hook)}`)
    /* The same draws for every mutant, so that a score can be had again; one counterexample is enough, so none is shrunk. */
    configureGlobal({ seed: 20_260_202, endOnFailure: true })
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error: unknown) => (this.#stray = error))
    }
  }

  async dryRun(): Promise<object> {
    await this.#load()
    const tests: Ran[] = []
    for (const each of cases) {
      this.#shared.currentTestId = idOf(each)
      tests.push(await this.#try(each))
      this.#shared.currentTestId = undefined
    }
    return { status: 'complete', tests, mutantCoverage: this.#shared.mutantCoverage }
  }

  async mutantRun({ testFilter, hitLimit, activeMutant, mutantActivation }: MutantRun): Promise<object> {
    if (mutantActivation === 'runtime') await this.#load()
    Object.assign(this.#shared, { activeMutant: activeMutant.id, hitCount: 0, hitLimit })
    try {
      await this.#load()
    } catch (error) {
      return { status: 'killed', killedBy: ['loading'], failureMessage: String(error), nrOfTests: 0 }
    }
    const wanted = cases.filter(each => testFilter?.includes(idOf(each)) ?? true)
    /* The quickest first: most mutants fall to a test of a millisecond. */
    wanted.sort((a, b) => (this.#spentMs.get(a) ?? 0) - (this.#spentMs.get(b) ?? 0))
    const failed = await this.#firstFailure(wanted)
    this.#shared.activeMutant = undefined
    if (hitLimit !== undefined && (this.#shared.hitCount ?? 0) > hitLimit) {
      return { status: 'timeout', reason: `passed ${hitLimit} times` }
    }
    const nrOfTests = wanted.length
    if (failed === undefined) return { status: 'survived', nrOfTests }
    return { status: 'killed', killedBy: [failed.id], failureMessage: failed.failureMessage, nrOfTests }
  }

  async #firstFailure(wanted: readonly Case[]): Promise<Ran | undefined> {
    for (const each of wanted) {
      const ran = await this.#try(each)
      if (ran.status === 1) return ran
    }
    return undefined
  }

  async #try(each: Case): Promise<Ran> {
    const begunMs = performance.now()
    this.#stray = undefined
    let failure: unknown
    const standstill = watchForStandstill()
    try {
      await Promise.race([each.run(), standstill.reached])
      failure = this.#stray
    } catch (error) {
      failure = error
    }
    standstill.stop()
    const timeSpentMs = performance.now() - begunMs
    if (failure === undefined) this.#spentMs.set(each, timeSpentMs)
    const id = idOf(each)
    return { id, name: id, timeSpentMs, status: failure === undefined ? 0 : 1, failureMessage: String(failure) }
  }

  #load(): Promise<void> {
    return (this.#loaded ??= loadTests(process.env['MUTATION_ROOM'] ?? ''))
  }
}

const idOf = (each: Case): string => `${cases.indexOf(each)} ${each.title}`

/** No test here sleeps: where nothing has happened for a second, something waits for what will never come. */
function watchForStandstill(): { readonly reached: Promise<never>; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined
  const reached = new Promise<never>((_, reject) => {
    let before = performance.eventLoopUtilization()
    timer = setInterval(() => {
      if (performance.eventLoopUtilization(before).utilization < 0.01) reject(new Error('nothing happens any more'))
      before = performance.eventLoopUtilization()
    }, 1000)
  })
  reached.catch(() => {})
  return { reached, stop: () => clearInterval(timer) }
}

/** Imports the tests of a room from the sandbox, which is Stryker's working folder. */
async function loadTests(name: string): Promise<void> {
  const room = rooms[name]
  if (room === undefined) throw new RangeError(`MUTATION_ROOM must name a room, got '${name}'`)
  for (const file of testsOf(room)) await import(pathToFileURL(resolve('dist', file.replace(/ts$/, 'js'))).href)
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'room', injectableClass: RoomRunner }]
