/**
 * Answers that are improved as they are given: the policy verifies its answer and, unless it finds it right, writes another.
 *   r_t = π(verify(o_t));  o_{t+1} = o_t if r_t says right, else π(reflect(o_t))
 * Source: SPARK, arXiv 2509.22624, equations 9 to 11. Departure: a cap on the rounds, which the paper does not name.
 */
import type { ReviewQuestions } from '../../contracts/worlds/review.ts'
import { nth } from '../../math/nth.ts'

/** Asks the policy. @returns a reply to each text, in their order; `null` where none came. */
export type AskPolicy = (use: string, texts: readonly string[]) => Promise<readonly (string | null)[]>

/**
 * @param answers [tasks] o_0, where there is one.
 * @param rounds most rounds; 0 leaves all answers as they are.
 * @returns [tasks] the last answers.
 */
export async function verifyAndReflect(
  ask: AskPolicy,
  { verify, reflect, replies }: ReviewQuestions<unknown>,
  tasks: readonly unknown[],
  answers: readonly (string | null)[],
  rounds: number,
): Promise<readonly (string | null)[]> {
  let present = [...answers]
  let open = present.flatMap((answer, index) => (answer === null ? [] : [index]))
  for (let round = 0; round < rounds && open.length > 0; round += 1) {
    const about = (question: ReviewQuestions<unknown>['verify']) =>
      open.map(index => question(nth(tasks, index), present[index] ?? ''))
    const verdicts = await ask(`verify ${round}`, about(verify))
    open = open.filter((_, at) => verdicts[at] !== replies.right)
    const others = new Map<number, string | null>()
    const better = await ask(`reflect ${round}`, about(reflect))
    open.forEach((index, at) => others.set(index, better[at] ?? null))
    present = present.map((answer, index) => others.get(index) ?? answer)
  }
  return present
}
