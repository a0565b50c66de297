import { readFileSync, readdirSync } from 'node:fs'
import { pages, placeOf, root, slug } from '../build/names.js'
import { apart, sidebar } from '../sidebar.js'

const linkOf = source => `/${placeOf(source).replace(/(index)?\.md$/, '')}`

/** The heading of a page, without its marks. */
const headingOf = source =>
  /^# (.*)$/m
    .exec(readFileSync(new URL(source, root), 'utf8'))?.[1]
    .replaceAll('`', '')
    .replace(/^\d+\.? [·–-] /, '') ?? source

const inFolder = (folder, first) =>
  readdirSync(new URL(folder, root))
    .filter(name => name.endsWith('.md') && name !== first)
    .sort()
    .map(name => ({ text: headingOf(folder + name), link: linkOf(folder + name) }))

const modules = () => JSON.parse(readFileSync(new URL('api/typedoc-sidebar.json', pages), 'utf8'))

const items = ({ pages: listed = [], folder, first }) => [
  ...listed.map(([text, source]) => ({ text, link: source.startsWith('/') ? source : linkOf(source) })),
  ...(first === undefined ? [] : [{ text: 'All', link: linkOf(folder + first) }]),
  ...(folder === undefined ? [] : inFolder(folder, first)),
]

const group = given => ({ text: given.title, collapsed: false, items: items(given) })
const back = { text: 'All pages', link: '/' }

const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))

export default {
  title: manifest.name,
  description: manifest.description,
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: '.cache',
  base: process.env.SITE_BASE ?? '/',
  appearance: true,
  markdown: { anchor: { slugify: slug } },
  themeConfig: {
    nav: [
      { text: 'Write a world', link: '/writing-an-environment' },
      { text: 'Methods', link: '/methods/' },
      { text: 'Results', link: '/findings/results' },
      { text: 'Settings', link: '/settings' },
      { text: 'Reference', link: '/api/' },
    ],
    sidebar: {
      '/': sidebar.map(group),
      '/api/': [back, { text: 'Modules', items: modules() }],
      ...Object.fromEntries(apart.map(given => [linkOf(given.folder + given.first), [back, group(given)]])),
    },
    outline: { level: [2, 3] },
    search: { provider: 'local' },
  },
}
