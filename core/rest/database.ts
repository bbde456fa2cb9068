/** What stands for a password in what the server sends. */
export const passwordMask = 'XXXXXXXXXX'
