import { useWrite } from '../../../shared/api/use-write.ts'
import { showToast } from '../../../shared/feedback/toast.ts'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import styles from './decision-bar.module.css'
import { type PendingAgreement, PUT_OFF_TEXT, sendDecision } from './pending-agreements.ts'

interface DecisionBarProps {
  readonly agreement: PendingAgreement
}

/** Decision on the agreement above. Once put off, only consent is offered. */
export function DecisionBar({ agreement }: DecisionBarProps) {
  const { isBusy, run } = useWrite(async (isAgreed: boolean) => {
    await sendDecision({ agreements: [agreement], isAgreed, way: 'page' })
    showToast(isAgreed ? '已同意' : '已记录，暂不同意', 'success')
  })
  return (
    <Box className={styles.bar}>
      <Box as="p" className={styles.note}>
        {agreement.isAsked ? '你已选择暂不同意，可以继续使用；也可以现在同意' : PUT_OFF_TEXT}
      </Box>
      <Box className={styles.buttons}>
        {!agreement.isAsked && (
          <Box className={styles.choice}>
            <Button variant="quiet" isDisabled={isBusy} onTap={() => run(false)}>
              暂不同意
            </Button>
          </Box>
        )}
        <Box className={styles.choice}>
          <Button isBusy={isBusy} onTap={() => run(true)}>
            同意
          </Button>
        </Box>
      </Box>
    </Box>
  )
}
