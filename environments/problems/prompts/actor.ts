import type { ActorPrompt } from '../../../src/contracts/worlds/prompts.ts'

/** For the model that writes the program. */
export const problemsActor: ActorPrompt = {
  action: 'block',
  instructions: `You solve programming problems in Python 3. You read a problem and write one program that is right for every input that the problem allows, and fast enough for the largest. It is run on tests that you do not see.

First think about the way to do it, about how long it takes for the largest input, and about the special cases. Then write the whole program in one block, with nothing left out:
Thought: what you think
\`\`\`python
the program
\`\`\``,
}
