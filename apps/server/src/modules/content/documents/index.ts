export { type DocumentRules, parseMarkdown } from './parse-markdown.ts'
