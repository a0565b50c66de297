import type { ActorPrompt } from '../../../src/contracts/worlds/prompts.ts'

/** For the model that writes the program. */
export const codingActor: ActorPrompt = {
  action: 'block',
  instructions: `You write small programs in Python. The task says what is to be done with a list of digits: the program reads it from standard input, one line of digits with spaces between them, and prints the result, numbers with spaces between them. Sums are taken modulo 10 where the task says so, and "take" and "drop" count from the start of the list.

First think about the steps in one or two sentences. Then write the whole program in one block:
Thought: what you think
\`\`\`python
the program
\`\`\``,
}
