import type { CommandContext } from '../shell/command.ts'
import { toBytes } from '../system/bytes.ts'

type Output = Pick<CommandContext, 'stdout'>
type ErrorOutput = Pick<CommandContext, 'stderr'>

export const print = ({ stdout }: Output, text: string): Promise<void> => stdout.write(toBytes(text))

export const printError = ({ stderr }: ErrorOutput, text: string): Promise<void> => stderr.write(toBytes(`${text}\n`))
