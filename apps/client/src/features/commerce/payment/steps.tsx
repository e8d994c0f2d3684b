import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { check, forward } from '../../../shared/ui/icon/icons.ts'
import { ProgressBar } from '../../../shared/ui/progress/progress-bar.tsx'
import { Spinner } from '../../../shared/ui/status/spinner.tsx'
import styles from './steps.module.css'

export interface Step {
  readonly name: string
  readonly state: 'done' | 'now' | 'later'
  /** Progress, when known. */
  readonly percent?: number
  /** Link beside a finished step. */
  readonly action?: { readonly text: string; readonly to: string }
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
      {steps.map(({ name, state, percent, action }) => (
        <Box key={name} as="li" className={classes(styles.step, styles[state])}>
          <Sign state={state} />
          <Box className={styles.words}>
            <Box className={styles.name}>
              {name}
              {percent !== undefined && <Box as="span" className={styles.percent}>{`${percent}%`}</Box>}
              {action && (
                <Box className={styles.action}>
                  <TextLink endIcon={forward} to={action.to}>
                    {action.text}
                  </TextLink>
                </Box>
              )}
            </Box>
            {percent !== undefined && <ProgressBar label={`${name}的进度`} percent={percent} />}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
