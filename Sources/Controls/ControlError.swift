/// Why a control cannot drive the target named in its layout; each back end has its own errors.
///
/// The description is one line for the user; it includes the remedy if known.
public protocol ControlError: Error, CustomStringConvertible {
  /// Further advice; nil if the description is sufficient.
  var hint: String? { get }
  /// The part of the layout that the error concerns.
  var site: ControlErrorSite { get }
  /// Whether the layout is correct and the error may resolve itself; the knob then starts offline.
  var isTemporary: Bool { get }
  /// Whether the target may appear after the panel's start, such as a USB sound card at boot. It is
  /// an error of a changed layout, but a panel without an earlier layout starts with the knob
  /// offline.
  var isAbsence: Bool { get }
}

/// The part of a layout that an error concerns.
public enum ControlErrorSite: Hashable, Sendable {
  /// The knob's `control`.
  case control
  /// The connection that the control uses.
  case connection
}

extension ControlError {
  /// nil: no advice by default.
  public var hint: String? { nil }
  /// `.control`: by default, an error concerns the knob's control.
  public var site: ControlErrorSite { .control }
  /// False: by default, an error is permanent.
  public var isTemporary: Bool { false }
  /// Like `isTemporary` by default.
  public var isAbsence: Bool { isTemporary }
}
