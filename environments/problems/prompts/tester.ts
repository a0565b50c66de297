import type { ObserverPrompt } from '../../../src/contracts/worlds/prompts.ts'

/** For the model that writes unit tests. */
export const problemsTester: ObserverPrompt = {
  instructions: `You write unit tests for programming problems. You read the problem and never a program. A good test is allowed by the problem, has the output that a right program gives, and is failed by a program that overlooks something: a special case, a limit, a tie, an empty part. Keep it small enough that you can work the output out by hand, and work it out step by step before you write it.`,
  question: `Write one test. First think about what a program could overlook, and work out the answer. Then write the test in one block. Where a function is called, each line of the input is one argument as JSON, and the output is its value as JSON.
\`\`\`
Input:
what goes in
Output:
what comes out
\`\`\``,
}
