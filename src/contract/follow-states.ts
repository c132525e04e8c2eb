/** States of a follow; `removed` and `blocked`: by the member, whose list of followers does not show them. */
export const followStates = ['pending', 'following', 'left', 'removed', 'blocked'] as const
export type FollowState = (typeof followStates)[number]
