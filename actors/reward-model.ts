/** The reward-model actor: a generative judge. It reads steps as they happen and writes m samples about each. */
import { concatMap, from as emit } from '../src/streams/rxjs.ts'
import type { Actor } from '../src/contracts/actor.ts'
import { addresses, contexts } from '../src/contracts/addresses.ts'
import type { Sample } from '../src/contracts/device.ts'
import type { InvalidStep, JudgedStep } from '../src/contracts/episode.ts'
import { describeFailure } from '../src/contracts/failure.ts'
import { judgeProtocol, type JudgeProtocolName } from '../src/reward/protocols.ts'
import { loadTokenizer } from '../src/model/tokenizer/load-tokenizer.ts'
import type { Judged, ReleaseCall, SampleCall, Stepped, ToRewardModel } from '../src/contracts/messages/run.ts'
import { unreachable } from '../src/contracts/unreachable.ts'
import { sampleCall } from '../src/engine/queue/sample-call.ts'

export interface RewardModelOptions {
  /** Text of a tokenizer.json. */
  readonly tokenizer: string
  /** What it reads of a step and what its samples are. */
  readonly judging?: JudgeProtocolName
}

type Out = SampleCall | ReleaseCall | Judged

/** What the judge has read of an episode; its context on the device follows it. */
interface Transcript {
  /** Tokens of each step. */
  readonly read: Int32Array[]
  /** How many steps the device has been sent. */
  sent: number
  /** Steps to come after the one that is being judged: what comes of it decides what the device is sent with the next. */
  readonly next: Stepped[]
  judging: boolean
}

/** A step that the device has been asked about. */
interface Question {
  readonly asked: Stepped
  readonly context: Int32Array
}

export default function rewardModel(options: RewardModelOptions): Actor<ToRewardModel, Out> {
  const { tokenizer: json, judging: way = 'verdicts' } = options
  const tokenizer = loadTokenizer(json)
  const stop = [tokenizer.id('<end>')]
  const { read, promptSuffix, judge } = judgeProtocol(way, tokenizer)

  return (inbox, { name, now }) => {
    /** By call id. */
    const waiting = new Map<string, Question>()
    /** By episode. */
    const transcripts = new Map<string, Transcript>()

    const take = (stepped: Stepped): readonly Out[] => {
      const transcript = transcripts.get(stepped.id) ?? { read: [], sent: 0, next: [], judging: false }
      transcripts.set(stepped.id, transcript)
      transcript.next.push(stepped)
      return transcript.judging ? [] : ask(transcript)
    }

    /** Asks about the next step, if one has come. */
    const ask = (transcript: Transcript): readonly SampleCall[] => {
      const asked = transcript.next.shift()
      transcript.judging = asked !== undefined
      if (asked === undefined) return []
      const { id, step, judging } = asked
      const context = read(asked)
      transcript.read.push(context)
      const tokens = Int32Array.from(transcript.read.slice(transcript.sent).flatMap(each => [...each]))
      transcript.sent = transcript.read.length
      const what = {
        sequenceId: contexts.judge(id),
        tokens,
        promptSuffix,
        count: judging.samplesPerStep,
        appendToContext: false,
        stop,
      }
      const call = sampleCall(name, { id, step, sampling: judging, askedAt: now() }, what)
      waiting.set(call.id, { asked, context })
      return [call]
    }

    /** Reports a step's votes, and releases its KV cache after the last step or a failure. */
    const tell = ({ asked }: Question, judged: JudgedStep): readonly Out[] => {
      const { id, step, last, judging } = asked
      const transcript = transcripts.get(id)
      const reply: Judged = { kind: 'judged', to: addresses.trainer, from: name, id, step, judged }
      const given = last || judged.kind === 'invalid' ? [release(id, judging.model)] : []
      if (last || transcript === undefined) {
        transcripts.delete(id)
        return [reply, ...given]
      }
      if (judged.kind === 'invalid') transcript.sent = 0
      return [reply, ...given, ...ask(transcript)]
    }
    const judgedBy = (question: Question, samples: readonly Sample[]): JudgedStep => {
      const { samplesPerStep: wanted } = question.asked.judging
      return samples.length === wanted
        ? judge(question.context, samples)
        : invalid(question, `${samples.length} of ${wanted} samples came`)
    }
    const release = (id: string, model: string): ReleaseCall => ({
      kind: 'release',
      to: addresses.gpu,
      from: name,
      model,
      sequenceIds: [contexts.judge(id)],
    })

    /** The question that a reply is to; nobody else's. */
    const taken = (id: string): Question | undefined => {
      const question = waiting.get(id)
      waiting.delete(id)
      return question
    }

    const react = (message: ToRewardModel): readonly Out[] => {
      switch (message.kind) {
        case 'stepped':
          return take(message)
        case 'sampled': {
          const question = taken(message.id)
          if (question === undefined) return []
          return tell(question, judgedBy(question, message.samples))
        }
        case 'closed':
          transcripts.delete(message.id)
          for (const [call, { asked }] of waiting) if (asked.id === message.id) waiting.delete(call)
          return [release(message.id, message.model)]
        case 'failed': {
          const question = taken(message.id)
          return question === undefined ? [] : tell(question, invalid(question, describeFailure(message.failure)))
        }
        default:
          return unreachable(message)
      }
    }
    return inbox.pipe(concatMap(message => emit(react(message))))
  }
}

const invalid = ({ context }: Question, reason: string): InvalidStep => ({ kind: 'invalid', context, reason })
