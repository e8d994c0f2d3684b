import { Box } from '../elements/elements'
import type { ChoiceGroupProps } from './choice.ts'

/** The mini-program has no keyboard to follow. */
export function ChoiceGroup({ className, children }: ChoiceGroupProps) {
  return <Box className={className}>{children}</Box>
}
