import { packageProgram, runNode } from './command.ts'

const fixed = await runNode(packageProgram('oxlint/bin/oxlint', '--fix'), { isShown: true })
const formatted = await runNode(packageProgram('@biomejs/biome/bin/biome', 'check', '--write'), { isShown: true })
process.exitCode = fixed.code || formatted.code
