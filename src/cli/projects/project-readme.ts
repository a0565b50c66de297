import type { Template } from './templates.ts'

/** The README of a new project. */
export function projectReadme({ about, steps, files, advice, pages }: Template): string {
  const rows = Object.entries(files).map(([names, is]) => `| ${names.split(', ').map(placed).join(', ')} | ${is} |`)
  return `# ${about.charAt(0).toUpperCase()}${about.slice(1)}

\`\`\`sh
${stepLines(steps)}
\`\`\`

| file | is |
| ---- | -- |
${rows.join('\n')}

${advice}

How all this works is in \`node_modules/rlanything/docs\`: ${pages.map(page => `\`${page}\``).join(', ')}.
`
}

/** A line for each command. */
export function stepLines(steps: Template['steps']): string {
  const width = Math.max(...Object.keys(steps).map(({ length }) => length))
  return ['npm install', ...Object.entries(steps).map(([step, does]) => `${step.padEnd(width)}  # ${does}`)].join('\n')
}

const placed = (file: string): string => `\`${file.endsWith('.ts') ? 'src/' : ''}${file}\``
