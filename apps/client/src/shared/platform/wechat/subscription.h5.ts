/** Only the mini-program can ask. */
export const askSubscription = async (_templateId: string): Promise<boolean> => false

export const canAskSubscription: boolean = false
