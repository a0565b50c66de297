/** Groups of answers by a language model beside llama.cpp's server, by token ids. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { convertModel } from '../../src/model/gguf/convert-model.ts'
import { timed } from '../engine/in-turn.ts'
import { measureOf, type Peer } from '../engine/peer.ts'
import type { Comparison, PeerWork } from './comparison.ts'
import { answerGroups, smallest, type GroupShape } from './groups.ts'
import { languageModelThreads as threads, languageModelTitle, openModel, requireModel } from './open-model.ts'
import { startPeer } from './start-peer.ts'

const shape: GroupShape = { prompts: 64, group: 8, length: 64, written: 32 }
/** Sequences that the server computes at once. */
const slots = 64

const started = z.object({ url: z.string() })

export const llamaCpp: PeerWork = {
  title: 'llama.cpp',
  caveat:
    'Inference alone, in C++, by HTTP; both read a prompt once for its group. Ours also gives log-probabilities. Cached keys are float16 there, and 4 bits are weights that ours has as float32.',
  open: async ({ python, model: folder, gguf }) => {
    const from = requireModel(folder)
    const peer = await startPeer('llama_cpp.py', python, threads)
    const temporary = await mkdtemp(join(tmpdir(), 'llama-cpp-'))
    const whole = join(temporary, 'model.gguf')
    await convertModel(from, whole)
    const model = await openModel(from, threads)
    const { prompts, group, length, written } = shape
    await answerGroups(model, smallest(shape))
    const units = prompts * group * written
    const vocabulary = model.config.vocab_size
    const comparison = async (name: string, file: string): Promise<Comparison> => ({
      work: `${languageModelTitle(model)}: ${group} answers of ${written} tokens to each of ${prompts} prompts of ${length}`,
      ...{ peer: name, unit: 'tokens' },
      ours: { measure: seconds => timed(() => answerGroups(model, shape), seconds, { least: 1, warm: false }), units },
      theirs: {
        measure: measureOf(peer, { work: 'write', url: await serve(peer, file), vocabulary, ...shape }),
        units,
      },
    })
    return {
      versions: peer.versions,
      comparisons: [
        await comparison('llama.cpp, float32', whole),
        ...(gguf === null ? [] : [await comparison('llama.cpp, 4 bits a weight', gguf)]),
      ],
      close: async () => {
        peer.close()
        await model.device.close()
        await rm(temporary, { recursive: true })
      },
    }
  },
}

/** @returns the address at which a file is served, each slot with room for a prompt and an answer. */
async function serve(peer: Peer, file: string): Promise<string> {
  const context = shape.length + shape.written
  return started.parse(await peer.ask({ work: 'start', file, threads, slots, context, exact: false })).url
}
