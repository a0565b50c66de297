/** Random episodes with votes, as the actors of the loop leave them. */
import fc from 'fast-check'
import {
  episodeId,
  type EpisodeStep,
  type InvalidNote,
  type Note,
  type VerdictSample,
  type Rollout,
  type VerdictNote,
} from '../../src/contracts/episode.ts'
import type { PlayedGroup } from '../../src/rollout/groups.ts'

const ids = (minLength: number) =>
  fc.array(fc.integer({ min: 5, max: 99 }), { minLength, maxLength: 4 }).map(tokens => Int32Array.from(tokens))

/** Updates before a sample. */
const version = fc.nat(4)

const step: fc.Arbitrary<EpisodeStep> = fc
  .record({ context: ids(1), tokens: ids(1), good: fc.boolean(), version })
  .map(({ context, tokens, good, version }) => ({
    agent: 'policy',
    action: 'look',
    observation: 'nothing',
    context,
    tokens,
    logprobs: new Float32Array(tokens.length),
    version,
    label: { good, reason: 'because' },
  }))

const vote: fc.Arbitrary<VerdictSample> = fc
  .record({ value: fc.constantFrom<VerdictSample['value'][]>(-1, 0, 1), tokens: ids(1), version })
  .map(({ value, tokens, version }) => ({
    value,
    reason: 'because',
    tokens,
    logprobs: new Float32Array(tokens.length),
    version,
  }))

const verdictNote: fc.Arbitrary<VerdictNote> = fc
  .record({ context: ids(1), verdicts: fc.array(vote, { minLength: 1, maxLength: 3 }) })
  .map(noted => ({ kind: 'verdicts', ...noted, promptSuffix: Int32Array.of(4) }))

const note: fc.Arbitrary<Note> = fc.oneof(
  { weight: 5, arbitrary: verdictNote },
  { weight: 1, arbitrary: ids(1).map((context): InvalidNote => ({ kind: 'invalid', context, reason: 'too long' })) },
)

/** The step as it would be had its votes not come. */
export const broken = ({ context }: Note): InvalidNote => ({ kind: 'invalid', context, reason: 'too long' })

/** Of an invalid step none. */
export const votesOf = (step: Note): readonly VerdictSample[] => (step.kind === 'verdicts' ? step.verdicts : [])

/** An episode of 1 to 5 steps, each with votes, some of them invalid. */
export const rollouts: fc.Arbitrary<Rollout> = fc
  .record({ steps: fc.array(fc.tuple(step, note), { minLength: 1, maxLength: 5 }), won: fc.boolean() })
  .map(({ steps, won }) => ({
    episode: {
      id: 'train/1/0/0',
      opening: 'a room',
      steps: steps.map(([played]) => played),
      won,
      score: won ? 1 : 0,
      ending: won ? ('terminal' as const) : ('truncated' as const),
    },
    notes: { rewardModel: steps.map(([, noted]) => noted) },
  }))

/** One episode on which these votes were cast, by step, all for one reason. */
export function votedEpisode({
  won,
  good = true,
  votes,
  reason = '',
}: {
  readonly won: boolean
  readonly good?: boolean
  readonly votes: readonly (readonly VerdictSample['value'][])[]
  readonly reason?: string
}): Rollout {
  const tokens = Int32Array.of(9)
  const logprobs = new Float32Array(1)
  const played = {
    agent: 'policy',
    action: 'look',
    observation: '',
    context: tokens,
    tokens,
    logprobs,
    version: 0,
    label: { good, reason },
  }
  return {
    episode: {
      id: '',
      opening: '',
      steps: votes.map(() => played),
      won,
      score: won ? 1 : 0,
      ending: won ? 'terminal' : 'truncated',
    },
    notes: {
      rewardModel: votes.map(ofStep => ({
        kind: 'verdicts',
        context: tokens,
        promptSuffix: tokens,
        verdicts: ofStep.map(value => ({ value, reason, tokens, logprobs, version: 0 })),
      })),
    },
  }
}

/** A rollout played for a slot of an iteration. */
export const member = (rollout: Rollout, slot: number, episode: number): PlayedGroup['members'][number] => {
  const key = { use: 'train', iteration: 1, slot, episode }
  return { key, rollout: { ...rollout, episode: { ...rollout.episode, id: episodeId(key) } } }
}

/** Tasks with the 1 to 4 episodes that were played of each. */
export const playedGroups: fc.Arbitrary<PlayedGroup[]> = fc
  .array(fc.array(rollouts, { minLength: 1, maxLength: 4 }), { maxLength: 4 })
  .map(groups =>
    groups.map((group, slot) => {
      const members = group.map((rollout, episode) => member(rollout, slot, episode))
      return { use: 'train' as const, slot, task: { slot }, keys: members.map(({ key }) => key), members, passes: null }
    }),
  )
