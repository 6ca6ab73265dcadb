/** Columns without a value in some rows, of whichever table: sorted by one of them, those rows come first, as they do in an embedded database. */
export const nullable: ReadonlySet<string> = new Set(
  `a activated_at alarm_group_id alarm_type_id b bytes category_id cell communication_time company_id confirmed_at contact_id cursor decimals device_id device_type_id end_bit ended_at ends_at expires_at file file_type icon_group_id integer_digits keep last_login_at last_value lat lng mask_id max min model_id open_key parent_id point_id poll_seconds problem processed_at processor_id register_type registers released_at reminded_at reminds_at repeat_minutes repeated_at rule_id signal since size slave start_bit template_id told_at tone total user_id value`.split(
    /\s+/,
  ),
);
