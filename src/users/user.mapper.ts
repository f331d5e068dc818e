import type { InvitedUserDto, UserDto } from './dto/user.dto.js';
import type { SentInvitation } from './invitations.service.js';
import type { User } from './user.entity.js';

export const toUserDto = (user: User, invitationEndsAt: Date | null): UserDto => ({
  user_id: user.id,
  email: user.email,
  name: user.name,
  role: user.role,
  suspended: user.suspendedAt !== null,
  accepted: user.passwordHash !== null,
  invitation_expires_at: invitationEndsAt?.toISOString() ?? null,
  created_at: user.createdAt.toISOString(),
  updated_at: user.updatedAt.toISOString(),
});

export const toInvitedUserDto = (user: User, sent: SentInvitation): InvitedUserDto => ({
  ...toUserDto(user, sent.expiresAt),
  invitation_url: sent.url,
  mail_sent: sent.isMailed,
});
