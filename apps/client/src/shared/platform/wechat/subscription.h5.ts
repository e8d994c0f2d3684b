/** Only the mini-program can ask. */
export const requestSubscription = async (_templateId: string): Promise<boolean> => false

export const canRequestSubscription: boolean = false
