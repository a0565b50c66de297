/** Rewards and advantages of a run's stored episodes, computed anew by another formulation or another reward model. */
import { episodeId, observerNotes } from '../contracts/episode.ts'
import { mean } from '../math/statistics.ts'
import { zip } from '../math/zip.ts'
import { creditPolicy } from '../methods/rlanything/credit/credit.ts'
import { creditVotes } from '../methods/rlanything/credit/votes.ts'
import { runFormulation } from '../methods/rlanything/run-formulation.ts'
import { halved } from '../methods/rlanything/divergence.ts'
import { rlanythingConfig } from '../methods/rlanything/settings.ts'
import { environmentSource } from '../config/environment-source.ts'
import { rewardModelKindOf } from '../reward/kinds/choose.ts'
import { valuesOf } from '../reward/outcome.ts'
import { loadWorld } from '../rollout/load-world.ts'
import { RunDirectoryError } from '../run/directory/records/run-directory-error.ts'
import { readRunDirectory } from '../run/directory/run-directory.ts'
import { votedAgain } from './voted-again.ts'
import { storedGroups, type StoredGroup } from './stored-groups.ts'

interface ReverifyOptions {
  /** A name, or a file; `null` is the run's own, or that of its settings. */
  readonly formulation: string | null
  /** Folder of the model that votes instead; `null` keeps the votes. */
  readonly rewardModel: string | null
  /** `null`: every one whose episodes are kept. */
  readonly iteration: number | null
  readonly warn: (text: string) => void
  readonly signal: AbortSignal
}

/** A value as stored, and as computed anew; `null` where there is none. */
type Pair = readonly [before: number | null, after: number | null]

/** How values changed. */
export interface Changed {
  readonly count: number
  /** With an advantage other than 0. */
  readonly trainedOn: readonly [before: number, after: number]
  /** Advantages above 0 that are now below, and the reverse. */
  readonly turned: number
  /** Mean |ΔA|; `null` without any. */
  readonly meanChange: number | null
}

interface ReverifiedStep {
  readonly episode: string
  readonly step: number
  readonly reward: Pair
  readonly advantage: Pair
  /** [m] of the votes, where they are the same ones; empty where tests are written. */
  readonly voteAdvantages: readonly Pair[]
}

export interface ReverifiedIteration {
  readonly iteration: number
  readonly actions: Changed
  /** `null` where another reward model voted, whose votes are others. */
  readonly votes: Changed | null
  /** Steps on which the sum of the votes has another sign; 0 where they are the same ones. */
  readonly verdictsTurned: number
  readonly steps: readonly ReverifiedStep[]
}

/**
 * @throws {RunDirectoryError} if there is no run, or it keeps no episodes; {RangeError} if its method or reward model is of another kind, or
 *   a program gave it a formulation and none is named.
 */
export async function reverify(path: string, options: ReverifyOptions): Promise<readonly ReverifiedIteration[]> {
  const run = await readRunDirectory(path)
  const { method } = run.config
  if (method !== 'rlanything') throw new RangeError(`reverify needs a run by the method rlanything, got ${method}`)
  const own = rlanythingConfig(run.config)
  const formulation = options.formulation ?? own.feedback.formulation
  const config = { ...own, feedback: { ...own.feedback, formulation } }
  const rewardModelKind = rewardModelKindOf(await loadWorld(environmentSource(config.environment)))
  if (options.rewardModel !== null && rewardModelKind.name !== 'verdicts')
    throw new RangeError(`--reward-model must be left out where unit tests are written: their results are not kept`)
  const { name, whole } = await runFormulation(config, rewardModelKind, undefined)
  if (options.formulation === null && name !== run.formulation)
    throw new RangeError(`${path} was begun with the formulation ${run.formulation}, which is in no file: name one`)
  const there = await run.episodeIterations()
  const chosen = options.iteration === null ? there : [options.iteration]
  if (chosen.length === 0) throw new RunDirectoryError(`${path} keeps no episodes`)
  const lines = own.rewardModel.onDivergence === 'lower-lambda' ? await run.readMetrics() : []
  const lowered = new Set(lines.filter(line => line.measures['gold.diverged'] === 1).map(line => line.iteration))
  const result: ReverifiedIteration[] = []
  for (const iteration of chosen) {
    const groups = storedGroups(await run.readEpisodes(iteration))
    const { rewardModel: folder, warn, signal } = options
    const voted =
      folder === null ? groups : await votedAgain(groups, { run, folder, rewardModel: own.rewardModel, warn, signal })
    const progress = { iteration, iterations: config.iterations }
    const formulation = lowered.has(iteration) ? halved(whole) : whole
    const creditOptions = { formulation, source: config.feedback.source, progress }
    const steps = voted.flatMap(group => stepsOf(group, rewardModelKind.name === 'verdicts', creditOptions))
    result.push({
      iteration,
      actions: changed(steps.map(({ advantage }) => advantage)),
      votes: folder === null ? changed(steps.flatMap(({ voteAdvantages }) => voteAdvantages)) : null,
      verdictsTurned: folder === null ? 0 : voted.flat().flatMap(turnedIn).length,
      steps: folder === null ? steps : steps.map(step => ({ ...step, voteAdvantages: [] })),
    })
  }
  return result
}

function stepsOf(
  group: StoredGroup,
  votes: boolean,
  options: Parameters<typeof creditVotes>[1],
): readonly ReverifiedStep[] {
  const rollouts = group.map(({ rollout }) => rollout)
  const credit = votes
    ? creditVotes(rollouts, options)
    : { ...creditPolicy(rollouts, { ...options, source: 'outcome' }), noteAdvantages: null }
  return group.flatMap(({ key, rows }, episode) =>
    rows.map(({ step, reward, advantage, noteAdvantages }) => ({
      episode: episodeId(key),
      step,
      reward: [reward, credit.rewards[episode]?.[step] ?? null],
      advantage: [advantage, credit.advantages[episode]?.[step] ?? null],
      /* Which programs passed a test is not kept. */
      voteAdvantages: (credit.noteAdvantages === null ? [] : noteAdvantages).map((before, j): Pair => [
        before,
        credit.noteAdvantages?.[episode]?.[step]?.[j] ?? null,
      ]),
    })),
  )
}

/** The steps of an episode whose votes agree on something else now. */
const turnedIn = ({ rows, rollout }: StoredGroup[number]): readonly number[] =>
  zip(rows, observerNotes(rollout)).flatMap(([{ step, verdicts }, note]) =>
    signOf(verdicts) === signOf(valuesOf(note) ?? []) ? [] : [step],
  )

const signOf = (votes: readonly number[]): number => Math.sign(votes.reduce((sum, vote) => sum + vote, 0))

function changed(pairs: readonly Pair[]): Changed {
  const isTrained = (value: number | null): boolean => value !== null && value !== 0
  const both = pairs.flatMap(([before, after]) => (before === null || after === null ? [] : [after - before]))
  return {
    count: pairs.length,
    trainedOn: [
      pairs.filter(([before]) => isTrained(before)).length,
      pairs.filter(([, after]) => isTrained(after)).length,
    ],
    turned: pairs.filter(([before, after]) => (before ?? 0) * (after ?? 0) < 0).length,
    meanChange: both.length === 0 ? null : mean(both.map(Math.abs)),
  }
}
