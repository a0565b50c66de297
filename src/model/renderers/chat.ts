import type { ChatTemplate } from '../../contracts/models/chat-template.ts'
import type { ObserverPrompt, WorldPrompts } from '../../contracts/worlds/prompts.ts'
import { answerOf, blockIn, parseAnswer, withoutThinking } from '../chat/answer.ts'
import { conversation } from '../chat/conversation.ts'
import { concatenated } from '../tensors/side-by-side.ts'
import { unmarked, type Tokenizer } from '../tokenizer/tokenizer.ts'
import { nth } from '../../math/nth.ts'
import { writtenText } from './written-text.ts'
import { rewriting } from './rewritten.ts'
import type { EpisodeReading, Renderer, ObservedStep } from './renderer.ts'

/**
 * Of a model with a chat template. A player's episode is a conversation: the world's texts are the user's messages, and the
 * answers stay in the tokens that were sampled. An observer reads the episode as one message that grows, and is asked at its
 * end; its answer is not part of its next input.
 *
 * @throws {RangeError} as `conversation`.
 */
export function chatRenderer(tokenizer: Tokenizer, template: ChatTemplate, prompts: WorldPrompts): Renderer {
  const talk = conversation(tokenizer, template)
  const written = writtenText(tokenizer, talk.stop)
  const text = (tokens: Int32Array): string => withoutThinking(written(tokens)).said
  const ended = (said: string): Int32Array =>
    concatenated(Int32Array, [tokenizer.encode(unmarked(said)), [nth(talk.stop, 0)]])
  const reading = (
    { instructions, question }: ObserverPrompt,
    textOf: (step: ObservedStep) => string,
    { text: read, answer }: Pick<EpisodeReading, 'text' | 'answer'>,
  ): EpisodeReading => {
    const { head, piece, tail } = talk.unfinished(instructions)
    return {
      read: step => {
        const tokens = piece(textOf(step))
        return isFirstRead(step) ? concatenated(Int32Array, [head, tokens]) : tokens
      },
      promptSuffix: tail(question),
      text: read,
      answer,
    }
  }
  return {
    form: 'chat',
    stop: talk.stop,
    turn: (observation, before) =>
      before === null ? talk.opening(prompts.actor.instructions, observation) : talk.next(observation, before),
    action: tokens => parseAnswer(written(tokens), prompts.actor.action).action,
    answer: action => ended(answerOf(action, prompts.actor.action)),
    text,
    rewritten: rewriting(tokenizer, talk.stop),
    reading: protocol => {
      if (protocol === 'verdicts') return reading(prompts.observer, stepText, { text, answer: ended })
      if (prompts.tester === undefined) throw new RangeError('the world must have a prompt for unit tests, got none')
      return reading(prompts.tester, ({ opening }) => line(opening), {
        text: tokens => blockIn(text(tokens)),
        answer: test => ended(answerOf(test, 'block')),
      })
    },
    question: talk.opening,
  }
}

const line = (text: string): string => `${text.trim()}\n`

/** With lines quoted that would read like another step. */
const told = (text: string): string => text.replaceAll(/^(?=[ \t]*(?:action|observation)[ \t]*:)/gim, '> ')

/** Whether nothing has been read before it. */
const isFirstRead = ({ step, before }: ObservedStep): boolean => step === 0 || before !== undefined

const observed = (observation: string): string => line(`Observation: ${told(observation)}`)

const stepText = (step: ObservedStep): string => {
  const { opening, before = '', action, observation } = step
  const read = isFirstRead(step) ? [line(told(opening)), ...(before === '' ? [] : [observed(before)])] : []
  return [...read, line(`Action: ${told(action)}`), observed(observation)].join('')
}
