/** The observer actor: generative models that read episodes as they happen and write m samples about each step. */
import { concatMap, from as emit } from '../src/streams/rxjs.ts'
import type { Actor } from '../src/contracts/actor.ts'
import { addresses, contexts } from '../src/contracts/addresses.ts'
import type { Sample } from '../src/contracts/models/device.ts'
import type { InvalidNote, Note } from '../src/contracts/episode.ts'
import { describeFailure, reasonOf } from '../src/contracts/failure.ts'
import type { NoteProtocol } from '../src/reward/note-protocol.ts'
import { noteProtocol } from '../src/reward/kinds/protocols.ts'
import { loadRenderers, type RendererSources } from '../src/model/renderers/load-renderers.ts'
import type {
  Noted,
  ObserverProtocol,
  Observing,
  ReleaseCall,
  SampleCall,
  Stepped,
  ToObserver,
} from '../src/contracts/messages/run.ts'
import { concatenated } from '../src/model/tensors/side-by-side.ts'
import { unreachable } from '../src/contracts/unreachable.ts'
import { markOf } from '../src/rollout/episode/observer-context.ts'
import { sampleCall } from '../src/engine/queue/sample-call.ts'

/** How it speaks to the models that may observe. */
export type ObserverOptions = RendererSources

/** The messages that it gives. */
export type ObserverOut = SampleCall | ReleaseCall | Noted

/** The part of an episode read by one observer; its context on the device follows it. */
interface Transcript {
  /** Tokens of each step. */
  readonly read: Int32Array[]
  /** How many steps the device has been sent. */
  sent: number
  /** Steps to come after the one that is being observed: its result decides what the device is sent next. */
  readonly next: Stepped[]
  /** The call about the step that is being observed; `null` if none is. */
  call: string | null
}

/** A step that the device has been asked about. */
interface Question {
  readonly asked: Stepped
  readonly context: Int32Array
}

export default function observer(sources: ObserverOptions): Actor<ToObserver, ObserverOut> {
  const readerOf = createReaders(sources)

  return (inbox, { name, now }) => {
    /** By call id. */
    const waiting = new Map<string, Question>()
    /** By the name of their context. */
    const transcripts = new Map<string, Transcript>()

    const take = (stepped: Stepped): readonly ObserverOut[] => {
      try {
        readerOf(stepped.observing)
      } catch (thrown) {
        return [noted(name, stepped, invalid({ context: new Int32Array(0) }, reasonOf(thrown)))]
      }
      const sequenceId = contexts.observer(stepped.observer, stepped.id)
      const transcript = transcripts.get(sequenceId) ?? { read: [], sent: 0, next: [], call: null }
      transcripts.set(sequenceId, transcript)
      transcript.next.push(stepped)
      return transcript.call === null ? ask(transcript) : []
    }

    /** Asks about the next step, if one has come. */
    const ask = (transcript: Transcript): readonly ObserverOut[] => {
      const asked = transcript.next.shift()
      transcript.call = null
      if (asked === undefined) return []
      const { step, observing } = asked
      const context = readerOf(observing).protocol.read(asked)
      if (asked.before !== undefined) forget(transcript)
      transcript.read.push(context)
      const tokens = concatenated(Int32Array, transcript.read.slice(transcript.sent))
      transcript.sent = transcript.read.length
      const call = sampleCall(
        name,
        { step, sampling: observing, askedAt: now(), engine: sources.engines?.[observing.model] },
        requestOf(asked, readerOf(observing), tokens),
      )
      waiting.set(call.id, { asked, context })
      transcript.call = call.id
      return [call]
    }

    /** Reports the note on a step, and releases its KV cache after the last step, after one that was read alone, and after a failure. */
    const tell = ({ asked }: Question, note: Note): readonly ObserverOut[] => {
      const { id, observer: who, last, observing } = asked
      const sequenceId = contexts.observer(who, id)
      const transcript = transcripts.get(sequenceId)
      const reply = noted(name, asked, note)
      const isOver = last || note.kind === 'invalid' || asked.before !== undefined
      const given = isOver ? [release(sequenceId, observing.model)] : []
      if (last || transcript === undefined) {
        transcripts.delete(sequenceId)
        return [reply, ...given]
      }
      if (note.kind === 'invalid') transcript.sent = 0
      return [reply, ...given, ...ask(transcript)]
    }
    const release = (sequenceId: string, model: string): ReleaseCall => ({
      kind: 'release',
      to: sources.engines?.[model] ?? addresses.gpu,
      from: name,
      model,
      sequenceIds: [sequenceId],
    })

    /** The question that a reply is to, if this observer's. */
    const taken = (id: string): Question | undefined => {
      const question = waiting.get(id)
      waiting.delete(id)
      return question
    }

    const react = (message: ToObserver): readonly ObserverOut[] => {
      switch (message.kind) {
        case 'stepped':
          return take(message)
        case 'sampled': {
          const question = taken(message.id)
          return question === undefined ? [] : tell(question, noteOf(readerOf, question, message.samples))
        }
        case 'closed': {
          const { id, reader } = message
          const sequenceId = contexts.observer(reader, id)
          waiting.delete(transcripts.get(sequenceId)?.call ?? '')
          transcripts.delete(sequenceId)
          return [release(sequenceId, message.model)]
        }
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

const requestOf = ({ observer, id, observing }: Stepped, { protocol, stop }: Reader, tokens: Int32Array) => ({
  sequenceId: contexts.observer(observer, id),
  tokens,
  promptSuffix: protocol.promptSuffix,
  count: observing.samplesPerStep,
  appendToContext: false,
  stop,
  ...(protocol.schema === undefined ? {} : { schema: protocol.schema }),
})

const noted = (from: string, asked: Stepped, note: Note): Noted => ({
  kind: 'noted',
  to: addresses.trainer,
  from,
  id: asked.id,
  observer: asked.observer,
  step: asked.step,
  note: { ...note, ...markOf(asked) },
})

function noteOf(readerOf: Readers, question: Question, samples: readonly Sample[]): Note {
  const { observing } = question.asked
  const { samplesPerStep: wanted } = observing
  if (samples.length !== wanted) return invalid(question, `${samples.length} of ${wanted} samples came`)
  try {
    return readerOf(observing).protocol.noteOf(question.context, samples, observing.opposites)
  } catch (thrown) {
    return invalid(question, reasonOf(thrown))
  }
}

/** The next step is read alone. */
function forget(transcript: Transcript): void {
  transcript.read.length = 0
  transcript.sent = 0
}

/** How a model reads and writes by a protocol. */
interface Reader {
  readonly protocol: NoteProtocol
  /** Tokens that end a sample. */
  readonly stop: readonly number[]
}

/** @throws {RangeError} if the model cannot follow the protocol. */
type Readers = (observing: Pick<Observing, 'model' | 'protocol'>) => Reader

/** Makes each reader when it is first needed: not every model can follow every protocol. */
function createReaders(sources: RendererSources): Readers {
  const rendererOf = loadRenderers(sources)
  const readers = new Map<string, Reader>()
  const make = (model: string, protocol: ObserverProtocol): Reader => {
    const renderer = rendererOf(model)
    return { protocol: noteProtocol(protocol, renderer), stop: renderer.stop }
  }
  return ({ model, protocol }) => {
    const key = `${protocol} ${model}`
    const reader = readers.get(key) ?? make(model, protocol)
    readers.set(key, reader)
    return reader
  }
}

const invalid = ({ context }: Pick<Question, 'context'>, reason: string): InvalidNote => ({
  kind: 'invalid',
  context,
  reason,
})
