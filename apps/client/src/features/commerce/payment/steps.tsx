import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { check } from '../../../shared/ui/icon/icons.ts'
import { ProgressBar } from '../../../shared/ui/progress/progress-bar.tsx'
import { Spinner } from '../../../shared/ui/status/spinner.tsx'
import styles from './steps.module.css'

export interface Step {
  readonly name: string
  readonly state: 'done' | 'now' | 'later'
  /** Progress, when known. */
  readonly percent?: number
}

function Sign({ state }: Pick<Step, 'state'>) {
  return (
    <Box className={styles.sign} isDecoration>
      {state === 'done' && <Icon of={check} size={16} />}
      {state === 'now' && <Spinner size={16} />}
    </Box>
  )
}

/** Steps with the state of each. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <Box as="ul" className={styles.steps}>
      {steps.map(({ name, state, percent }) => (
        <Box key={name} as="li" className={classes(styles.step, styles[state])}>
          <Sign state={state} />
          <Box className={styles.words}>
            <Box className={styles.name}>
              {name}
              {percent !== undefined && <Box as="span" className={styles.percent}>{`${percent}%`}</Box>}
            </Box>
            {percent !== undefined && <ProgressBar label={`${name}的进度`} percent={percent} />}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
