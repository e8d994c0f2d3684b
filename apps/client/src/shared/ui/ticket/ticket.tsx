import type { ReactNode } from 'react'
import { Tick } from '../choice/tick.tsx'
import { classes } from '../classes.ts'
import { Box, Tap } from '../elements/elements'
import styles from './ticket.module.css'
import type { TicketDisplay } from './ticket-display.ts'

export interface TicketProps {
  readonly display: TicketDisplay
  readonly name: string
  readonly tag?: ReactNode
  /** Scope and end of the coupon. */
  readonly lines: readonly string[]
  /** Reason why the coupon is not applicable. */
  readonly reason?: string
  readonly action?: ReactNode
}

/** Number of digits that fit at full size. */
const SHORT_AMOUNT_CHARACTERS = 5

function Value({ amount, unit, condition }: TicketDisplay) {
  return (
    <Box className={styles.value}>
      <Box className={classes(styles.amount, amount.length > SHORT_AMOUNT_CHARACTERS && styles.long)}>
        {unit === '¥' && <Box className={styles.unit}>{unit}</Box>}
        {amount}
        {unit === '折' && <Box className={styles.unit}>{unit}</Box>}
      </Box>
      <Box className={styles.condition}>{condition}</Box>
    </Box>
  )
}

function Inside({ display, name, tag, lines, reason, action }: TicketProps) {
  return (
    <Box className={styles.inside}>
      <Value {...display} />
      <Box className={styles.body}>
        <Box className={styles.top}>
          <Box className={styles.name}>{name}</Box>
          {tag}
        </Box>
        <Box className={styles.bottom}>
          <Box className={styles.lines}>
            {reason && <Box className={styles.reason}>{reason}</Box>}
            {lines.map((line) => (
              <Box key={line} className={styles.line}>
                {line}
              </Box>
            ))}
          </Box>
          {action}
        </Box>
      </Box>
    </Box>
  )
}

const classOf = ({ display, reason }: TicketProps) =>
  classes(styles.ticket, styles[display.variant], reason !== undefined && styles.unusable)

/** A coupon to look at. */
export function Ticket(ticket: TicketProps) {
  return (
    <Box className={classOf(ticket)}>
      <Inside {...ticket} />
    </Box>
  )
}

interface TicketChoiceProps extends Omit<TicketProps, 'action'> {
  readonly isChecked: boolean
  readonly onTap: () => void
}

/** A coupon to choose for an order; one with a reason against it stays where it is. */
export function TicketChoice({ isChecked, onTap, ...ticket }: TicketChoiceProps) {
  const isUsable = ticket.reason === undefined
  return (
    <Tap
      className={classes(classOf(ticket), isUsable && styles.choice)}
      choice="radio"
      isChecked={isChecked}
      isDisabled={!isUsable}
      onTap={onTap}
    >
      <Inside {...ticket} />
      {isUsable && (
        <Box className={styles.tick}>
          <Tick isOn={isChecked} />
        </Box>
      )}
    </Tap>
  )
}
