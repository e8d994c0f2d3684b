import { passwordRules } from '@yunji/contract/validation/credentials'
import { classes } from '../../../shared/ui/classes.ts'
import { Box } from '../../../shared/ui/elements/elements'
import { Icon } from '../../../shared/ui/icon/icon.tsx'
import { check } from '../../../shared/ui/icon/icons.ts'
import { type PasswordStrength, passwordStrength } from './password-fields.ts'
import styles from './password-guide.module.css'

const levels: readonly PasswordStrength[] = ['weak', 'medium', 'strong']
const words: Readonly<Record<PasswordStrength, string>> = { weak: '弱', medium: '中', strong: '强' }

/** Password rules, checked while typing, and the strength. */
export function PasswordGuide({ text }: { readonly text: string }) {
  const { hasLength, hasLetter, hasDigit, isPlain } = passwordRules(text)
  const strength = passwordStrength(text)
  const rules = [
    { name: '6–13 位', isMet: hasLength },
    { name: '含字母', isMet: hasLetter },
    { name: '含数字', isMet: hasDigit },
    { name: '无空格和符号', isMet: text !== '' && isPlain },
  ]
  return (
    <Box className={styles.guide}>
      <Box className={styles.rules} role="list" label="密码要求">
        {rules.map(({ name, isMet }) => (
          <Box
            key={name}
            className={classes(styles.rule, isMet && styles.met)}
            role="listitem"
            label={`${name}，${isMet ? '已满足' : '未满足'}`}
          >
            <Box className={styles.tick}>{isMet && <Icon of={check} size={16} />}</Box>
            {name}
          </Box>
        ))}
      </Box>
      {strength && (
        <Box className={styles.strength} live="polite">
          密码强度
          <Box className={classes(styles.bars, styles[strength])} isDecoration>
            {levels.map((level, at) => (
              <Box key={level} className={classes(styles.bar, at <= levels.indexOf(strength) && styles.full)} />
            ))}
          </Box>
          {words[strength]}
        </Box>
      )}
    </Box>
  )
}
