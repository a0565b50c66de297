import type { ObserverPrompt } from '../../../src/contracts/worlds/prompts.ts'

/** For the model that writes unit tests. */
export const codingTester: ObserverPrompt = {
  instructions: `You write unit tests for programs that do something with a list of digits. You read the task and never the program. A good test has an input that tells a right program from one that mistakes a part of the task, and the output that a right program prints for it. Work the output out step by step before you write it.`,
  question: `Write one test. First think about what a program could get wrong. Then write the test in one block: the digits of the input with spaces between them, an arrow, and the numbers that are printed.
\`\`\`
3 1 4 -> 8
\`\`\``,
}
