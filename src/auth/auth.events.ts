/** The owner account was claimed; `details.create_sample_project` tells whether the person asked for it. */
export const INSTANCE_CLAIMED = 'instance.claimed';
