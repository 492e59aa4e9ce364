import ArgumentParser

@main
struct Knobpanel: ParsableCommand {
}
