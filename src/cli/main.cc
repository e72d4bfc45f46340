#include "multibond/cli/command.h"

int main(int argc, char** argv) { return multibond::command_main(argc, argv); }
