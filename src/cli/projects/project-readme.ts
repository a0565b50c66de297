/** The README of a new project. @param world its name. */
export const projectReadme = (world: string): string => `# A world, a reward and a run

\`\`\`sh
npm install
npm test              # the laws of worlds and of formulations
npm run starters      # makes the models that a run starts from: one minute of one core
npm run train         # half a minute; then open the report that it names
\`\`\`

| file                               | is                                                                                         |
| ---------------------------------- | ------------------------------------------------------------------------------------------ |
| \`src/${world}.ts\` | the world: tasks, steps, an expert that demonstrates and labels, edits of tasks              |
| \`src/quorum.ts\`, \`quorum-reward.ts\` | the formulation: the reward of a step, from the outcome and the votes of the reward model    |
| \`src/*.test.ts\`                    | their laws, each tried on many random cases                                                |
| \`run.json\`                         | the settings of the run; all there are: \`npx rlanything config ./dist/${world}.js\`             |

Change the world, then make starters again, in another folder or after removing this one: a world of other words needs models that know them.
A formulation can be changed at any time; \`npm run check\` names each law that it breaks, with the smallest numbers that show it.

How all this works is in \`node_modules/rlanything/docs\`: \`writing-an-environment.md\`, \`formulations.md\`, \`the-loop.md\`.
`
