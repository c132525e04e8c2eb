import type { Call } from '../platform/endpoint.contract.ts'
import type * as schemas from './members.schemas.ts'

export type { CurrentUser } from './members.schemas.ts'

export const login: Call<typeof schemas.login> = { method: 'POST', path: '/api/login' }
export const register: Call<typeof schemas.register> = { method: 'POST', path: '/api/register' }
export const usernameAvailable: Call<typeof schemas.usernameAvailable> = {
  method: 'POST',
  path: '/api/username-available',
}
export const logout: Call<typeof schemas.logout> = { method: 'POST', path: '/api/logout' }
export const getCurrentUser: Call<typeof schemas.getCurrentUser> = {
  method: 'GET',
  path: '/api/user',
}
export const forgotPassword: Call<typeof schemas.forgotPassword> = {
  method: 'POST',
  path: '/api/forgot-password',
}
export const verifyResetToken: Call<typeof schemas.verifyResetToken> = {
  method: 'GET',
  path: '/api/verify-reset-token',
}
export const resetPassword: Call<typeof schemas.resetPassword> = {
  method: 'POST',
  path: '/api/reset-password',
}
export const changeUsername: Call<typeof schemas.changeUsername> = {
  method: 'PUT',
  path: '/api/user/username',
}
export const changeAvatar: Call<typeof schemas.changeAvatar> = {
  method: 'PUT',
  path: '/api/user/avatar',
}
export const changeSpotifyProfile: Call<typeof schemas.changeSpotifyProfile> = {
  method: 'PUT',
  path: '/api/user/spotify',
}
export const confirmEmail: Call<typeof schemas.confirmEmail> = {
  method: 'POST',
  path: '/api/email/confirm',
}
export const resendEmailConfirmation: Call<typeof schemas.resendEmailConfirmation> = {
  method: 'POST',
  path: '/api/email/resend',
}
