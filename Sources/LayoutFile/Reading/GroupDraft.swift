internal import Diagnostics
internal import Knobs
internal import Layout

/// `group:`: the knobs that a master moves.
struct GroupDraft: Sendable {
  var members = Setting<[MemberDraft]>.absent
  var shows = Setting<GroupProportions.Shown>.absent

  var layout: GroupLayout {
    GroupLayout(members: (members.value ?? []).map(\.id), shows: shows.value ?? .loudest)
  }
}

/// A name among the members of a group, with where.
struct MemberDraft: Sendable {
  var id: String
  var span: SourceSpan
}
