import type { ChoiceGroupProps } from './choice-group-props.ts'
import { Box } from './elements'

/** The mini-program has no keyboard to follow. */
export function ChoiceGroup({ className, children }: ChoiceGroupProps) {
  return <Box className={className}>{children}</Box>
}
