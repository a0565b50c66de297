import { reasonOf } from '../../contracts/failure.ts'
import type { LawProgress } from '../law/law.ts'
import { broken, methodLaws, type MethodFinding, type MethodLaw } from './method-laws.ts'
import { readied, type MethodSubject } from './trial.ts'

/**
 * The findings of all laws; a method that throws breaks the law that was tried.
 *
 * @param advance told of each law before it is checked.
 * @throws {RangeError} if the configuration is none that the method can be run with.
 */
export async function checkMethod(
  subject: MethodSubject,
  laws: readonly MethodLaw[] = methodLaws,
  advance: LawProgress = () => undefined,
): Promise<readonly { readonly law: MethodLaw; readonly finding: MethodFinding }[]> {
  await readied(subject)
  const found: { law: MethodLaw; finding: MethodFinding }[] = []
  for (const [done, law] of laws.entries()) {
    advance(done, laws.length, law.name)
    const finding = await law.check(subject).catch((thrown: unknown) => broken(`it threw ${reasonOf(thrown)}`))
    found.push({ law, finding })
  }
  return found
}
