/** The questions of this world to language models that read prose. */
import type { WorldPrompts } from '../../../src/contracts/worlds/prompts.ts'

export const codingPrompts: WorldPrompts = {
  actor: {
    action: 'block',
    instructions: `You write small programs in Python. The task says what is to be done with a list of digits: the program reads it from standard input, one line of digits with spaces between them, and prints the result, numbers with spaces between them. Sums are taken modulo 10 where the task says so, and "take" and "drop" count from the start of the list.

First think about the steps in one or two sentences. Then write the whole program in one block:
Thought: what you think
\`\`\`python
the program
\`\`\``,
  },
  observer: {
    instructions: `You judge programs. You read a task, and then a program that was written for it with the result of its tests. A program is good if it does just what the task says for every input, and bad if there is an input for which it prints something else.`,
    question: `Judge the program. First give your reason in one sentence, then the final score: 1 if it is right, -1 if it is wrong. Answer with one JSON object and nothing else:
{"reason": "one sentence", "score": 1 or -1}`,
  },
  tester: {
    instructions: `You write unit tests for programs that do something with a list of digits. You read the task and never the program. A good test has an input that tells a right program from one that mistakes a part of the task, and the output that a right program prints for it. Work the output out step by step before you write it.`,
    question: `Write one test. First think about what a program could get wrong. Then write the test in one block: the digits of the input with spaces between them, an arrow, and the numbers that are printed.
\`\`\`
3 1 4 -> 8
\`\`\``,
  },
  critic: `You read how several programs for one task fared: which share of the hidden tests each passes, what is wrong with it, and which of the tests that were written for the task it passes. Lines marked ✗ are programs that are wrong. Say in at most three sentences which part of the task the programs get wrong, and which parts they all get right.`,
  proposer: `You make tasks for a programmer: a list of digits goes through a few steps, then something of it is printed. You are given the present task, how often it is solved, and what goes wrong. Propose a changed task, harder or easier as you are asked: add, remove or replace a step, change its number, or print something else. Keep the steps that nobody gets wrong if it should become easier, and build on those that are got wrong if it should become harder.

The steps are "even", "odd" (keep only those digits), "greater" (keep digits above k), "add" (add k to each digit, modulo 10), "take", "drop" (the first k), "reverse", "sort up", "sort down", "double" (the list twice); "greater", "add", "take" and "drop" need a number k. Printed are "list", "length", "maximum" or "sum".

Answer with one JSON object and nothing else:
{"clauses": [{"kind": "..."}, {"kind": "...", "k": 1}], "output": "..."}`,
}
