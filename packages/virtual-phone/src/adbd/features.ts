/** Features of adb that a phone can announce. */
export const FEATURES: readonly string[] = ['shell_v2', 'cmd', 'stat_v2', 'ls_v2', 'fixed_push_mkdir', 'sendrecv_v2']

/** Requests of the sync service that came with a feature. */
export const FEATURE_OF_REQUEST: Readonly<Record<string, string>> = {
  STA2: 'stat_v2',
  LST2: 'stat_v2',
  LIS2: 'ls_v2',
  SND2: 'sendrecv_v2',
  RCV2: 'sendrecv_v2',
}
