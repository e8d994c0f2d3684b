import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { AddAudit } from '../../platform/operators/audit.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import { newRecoveryCodes, recoveryHash } from './credentials.ts'
import type { OperatorDeps } from './deps.ts'
import { ANYWHERE, clearTries, ORIGIN_LIMIT, takeTry } from './failure-store.ts'
import { assertPassword, lockOpenSession, personAt } from './log-in.ts'
import { clearSecondFactor } from './manage-operators.ts'
import {
  countRecoveryCodes,
  endSessionsOf,
  findById,
  lockById,
  proveSession,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeTotpStep,
  totpPlace,
  updateOperator,
} from './store.ts'
import { newTotpSecret, stepOfTotp, totpUri } from './totp.ts'

/** The password was given before, so that no stranger can use the tries up. */
const triesOf = (operatorId: number) => ({ subject: `totp:${operatorId}`, origin: ANYWHERE, ...ORIGIN_LIMIT })

const takeFactorTry = async ({ database: { db }, clock }: OperatorDeps, operatorId: number): Promise<void> => {
  if (!(await takeTry(db, clock, triesOf(operatorId)))) throw new AppError('SECOND_FACTOR_LOCKED')
}

const secretOf = async ({ database: { db }, sealedTexts }: OperatorDeps, operatorId: number) => {
  const sealed = (await findById(db, operatorId))?.totpSecret
  if (!sealed) throw new AppError('BAD_INPUT', { text: '请先开始绑定动态口令' })
  const secret = sealedTexts.open(sealed, totpPlace(operatorId))
  // The key is gone: an owner, or the command, resets the second factor.
  if (secret === undefined) throw new AppError('SHOW_ERROR_TIP', { text: '动态口令无法读取，请联系所有者重置' })
  return { sealed, secret }
}

/** A new secret each time; the enrolled one is replaced only after a reset. */
export const beginSecondFactor =
  ({ database: { db }, sealedTexts }: OperatorDeps) =>
  (operator: Operator, addAudit: AddAudit) =>
    db.transaction(async (tx) => {
      const { operatorId, name, subject } = personAt(operator, ['enrolSecondFactor'])
      const row = await lockById(tx, operatorId)
      if (row?.totpConfirmedAt) throw new AppError('LOGIN_TOKEN_INVALID', { data: { step: 'secondFactor' } })
      const secret = newTotpSecret()
      // Codes of an earlier secret were used at other steps.
      const totpSecret = sealedTexts.seal(secret, totpPlace(operatorId))
      await updateOperator(tx, operatorId, { totpSecret, totpStep: 0 })
      await addAudit(tx, { subject })
      return { secret, uri: totpUri(secret, name) }
    })

export const confirmSecondFactor =
  (deps: OperatorDeps) => async (operator: Operator, totp: string, addAudit: AddAudit) => {
    const { database, clock } = deps
    const { operatorId, sessionId, subject } = personAt(operator, ['enrolSecondFactor'])
    await takeFactorTry(deps, operatorId)
    const { sealed, secret } = await secretOf(deps, operatorId)
    const step = stepOfTotp(secret, totp, clock.now())
    if (step === null) throw new AppError('VERIFICATION_CODE_WRONG')
    const recoveryCodes = newRecoveryCodes()
    await database.db.transaction(async (tx) => {
      const row = await lockOpenSession(tx, operatorId, sessionId)
      // Confirmed by another window meanwhile: its recovery codes are the ones that count.
      if (row.totpConfirmedAt) throw new AppError('LOGIN_TOKEN_INVALID', { data: { step: 'secondFactor' } })
      // Another window has begun again meanwhile: the code is of a secret that is gone.
      if (row.totpSecret !== sealed) throw new AppError('VERIFICATION_CODE_WRONG')
      if (!(await takeTotpStep(tx, operatorId, step))) throw new AppError('VERIFICATION_CODE_WRONG')
      await updateOperator(tx, operatorId, { totpConfirmedAt: clock.now() })
      await replaceRecoveryCodes(tx, operatorId, hashesOf(operatorId, recoveryCodes))
      await proveSession(tx, sessionId, clock.now())
      await clearTries(tx, triesOf(operatorId).subject, ANYWHERE)
      await addAudit(tx, { subject, before: { hasSecondFactor: false }, after: { hasSecondFactor: true } })
    })
    return { recoveryCodes }
  }

const hashesOf = (operatorId: number, codes: readonly string[]): Buffer[] =>
  codes.map((code) => recoveryHash(operatorId, code))

interface Renewal {
  readonly password: string
  readonly totp: string
  readonly what: 'recoveryCodes' | 'secondFactor'
}

/** New recovery codes; or the session goes back to the enrolment, and the operator's other ones end. */
export const renewSecondFactor =
  (deps: OperatorDeps) =>
  async (operator: Operator, { password, totp, what }: Renewal, addAudit: AddAudit) => {
    const { database, clock } = deps
    const { operatorId, sessionId, subject } = personAt(operator, ['ready'])
    const checkedHash = await assertPassword(deps, operatorId, password)
    await takeFactorTry(deps, operatorId)
    const { sealed, secret } = await secretOf(deps, operatorId)
    const step = stepOfTotp(secret, totp, clock.now())
    const recoveryCodes = what === 'recoveryCodes' ? newRecoveryCodes() : []
    await database.db.transaction(async (tx) => {
      const row = await lockOpenSession(tx, operatorId, sessionId)
      if (row.passwordHash !== checkedHash || row.totpSecret !== sealed) throw new AppError('VERIFICATION_CODE_WRONG')
      if (step === null || !(await takeTotpStep(tx, operatorId, step))) throw new AppError('VERIFICATION_CODE_WRONG')
      if (what === 'recoveryCodes') await replaceRecoveryCodes(tx, operatorId, hashesOf(operatorId, recoveryCodes))
      else await clearSecondFactor(tx, operatorId)
      await endSessionsOf(tx, operatorId, clock.now(), sessionId)
      await clearTries(tx, triesOf(operatorId).subject, ANYWHERE)
      await addAudit(tx, { subject, after: { what } })
    })
    return { recoveryCodes }
  }

interface Proof {
  readonly totp?: string | undefined
  readonly recoveryCode?: string | undefined
}

export const proveSecondFactor =
  (deps: OperatorDeps) =>
  async (operator: Operator, { totp, recoveryCode }: Proof, addAudit: AddAudit): Promise<null> => {
    const { database, clock } = deps
    const { operatorId, sessionId, subject } = personAt(operator, ['secondFactor'])
    if ((totp === undefined) === (recoveryCode === undefined)) {
      throw new AppError('BAD_INPUT', { text: '请输入动态口令或恢复码' })
    }
    await takeFactorTry(deps, operatorId)
    const step = totp === undefined ? null : stepOfTotp((await secretOf(deps, operatorId)).secret, totp, clock.now())
    const isTaken = (tx: Tx): Promise<boolean> => {
      if (recoveryCode !== undefined) {
        return takeRecoveryCode(tx, operatorId, recoveryHash(operatorId, recoveryCode), clock.now())
      }
      return step === null ? Promise.resolve(false) : takeTotpStep(tx, operatorId, step)
    }
    await database.db.transaction(async (tx) => {
      if (!(await isTaken(tx))) throw new AppError('VERIFICATION_CODE_WRONG')
      await proveSession(tx, sessionId, clock.now())
      await clearTries(tx, triesOf(operatorId).subject, ANYWHERE)
      const left = recoveryCode === undefined ? undefined : await countRecoveryCodes(tx, operatorId)
      await addAudit(tx, { subject, after: left === undefined ? undefined : { recoveryCodesLeft: left } })
    })
    return null
  }
